// "Show again": the car of a lost test tries once more and its dice fall again; at the end the winner drives in.

import { calm } from "./dom.js";
import { diceSaid } from "./drive.js";

const FALL = 280;

/** Where the drive that is shown again began and ended; null where none can be drawn. */
function driven(board, view) {
  if (view.arrow) return [view.arrow.to, view.arrow.frm];
  const winner = view.drive.sheets[0]?.token;
  const at = Object.keys(view.holes).find((hole) => view.holes[hole].token === winner);
  const behind = at && `${view.street.letters.at(-1)}${at.slice(1)}`;
  return at && board.holes.has(behind) ? [behind, at] : null;
}

export function showAgain({ board, live, said, view }) {
  live.again([diceSaid(view), said.text, said.support].filter(Boolean).join(" "));
  if (calm()) return;
  const way = driven(board, view);
  if (way) board.travel(...way);
  document.querySelectorAll("#foot .throw .die").forEach((die, n) => die.animate(
    [{ opacity: 0, transform: "translateY(-16px) rotate(-90deg)" }, { opacity: 1, transform: "none" }],
    { duration: FALL, delay: n * FALL, easing: "ease-out", fill: "backwards" },
  ));
}
