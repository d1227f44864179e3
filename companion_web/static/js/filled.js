/** A text of the catalogues with its parts. Some have a form for one and one for more (companion/words/po_files.py). */
export function filled(text, parts = {}) {
  const forms = text.split("\u001f");
  const template = forms[forms.length > 1 && String(parts.n) !== "1" ? 1 : 0];
  return template.replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}
