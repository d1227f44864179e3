// A press that is under way. Browsers make a click only where the finger or the key leaves what it came down on: so
// whoever puts other parts in a page's place waits until it has left.

/** Milliseconds: no press is waited for longer. A list that a browser opens may keep the end of its press to itself. */
const LONGEST = 1000;

let pressed = null;
let end = () => {};

function begin() {
  end();
  pressed = new Promise((done) => { end = done; });
  setTimeout(end, LONGEST);
}

const leave = () => { setTimeout(end); }; // after the click that it makes
const presses = ({ key, repeat }) => key === " " && !repeat; // Enter clicks as it comes down

addEventListener("pointerdown", begin, true);
addEventListener("pointerup", leave, true);
addEventListener("pointercancel", leave, true);
addEventListener("keydown", (event) => { if (presses(event)) begin(); }, true);
addEventListener("keyup", (event) => { if (presses(event)) leave(); }, true);

/** Wait until no press is under way, also not one that began meanwhile, and the page has heard of its click. */
export async function released() {
  for (let last = null; last !== pressed;) await (last = pressed);
}
