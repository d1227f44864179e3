// A press that is under way. Browsers make a click only where the finger leaves what it came down on: so whoever puts
// other parts in a page's place waits until it has left.

/** Milliseconds: no press is waited for longer. A list that a browser opens may keep the end of its press to itself. */
const LONGEST = 1000;

let pressed = null;
let end = () => {};

addEventListener("pointerdown", () => {
  end();
  pressed = new Promise((done) => { end = done; });
  setTimeout(end, LONGEST);
}, true);

for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => { setTimeout(end); }, true); // after the click that it makes
}

/** Wait until no finger is down, and the page has heard of its click. */
export async function released() {
  await pressed;
}
