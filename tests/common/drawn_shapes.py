"""What a drawing defines: each shape by its id, as it looks."""

from __future__ import annotations

from xml.etree import ElementTree


def shapes_of(defs: str) -> dict[str, str]:
    """Id → its shape as text without the id. A shape that uses another looks like that one."""
    parts = {part.get("id", ""): part for part in ElementTree.fromstring(defs) if part.get("id")}

    def text(part: ElementTree.Element) -> str:
        href = part.get("href", "")
        if part.tag == "use" and set(part.attrib) == {"id", "href"}:
            return text(parts[href[1:]])
        inner = "".join(ElementTree.tostring(one, "unicode") for one in part)
        if part.tag == "g" and set(part.attrib) == {"id"}:
            return inner
        told = " ".join(f'{name}="{value}"' for name, value in part.items() if name != "id")
        return f"<{part.tag} {told}>{inner}</{part.tag}>"

    return {name: text(part) for name, part in parts.items()}
