// What a tap on hidden cards does: look, choose, play, pass for the turn, stop the clock to react.

import { waysWith } from "./look.js";
import { handSaid } from "./peek.js";
import { answering } from "./window.js";
import { Refused, command, fetchHand } from "./wire.js";
import { word } from "./words.js";

/** What a pass is told that comes too late, or twice. */
const OVER = ["no-window", "too-late", "not-your-turn", "already-made"];
let passing = false;

/** "Nobody reacts": a pass for every seat, one after the other. Who presses twice means this window. */
async function passAll(table) {
  if (passing) return;
  passing = true;
  const { page, window } = table.view;
  for (const { seat, answer } of page.shared) {
    if (answer) await pass(table, answer, seat, { window: window.number });
  }
  passing = false;
}

async function tell(table, doing) {
  try {
    await doing();
  } catch (error) {
    table.refuse(error);
  }
}

/**
 * Let the window go by that is seen. A pass that comes too late, or twice, is as good as any: nobody
 * needs to hear of it, unless another window is open that this pass does not answer.
 */
async function pass(table, action, seat, seen) {
  table.look.forget();
  try {
    await command("act", { action, seat, ...seen });
  } catch (error) {
    const unheard = error.code === "no-window" && table.view.window;
    if (unheard || (error instanceof Refused && !OVER.includes(error.code))) table.refuse(error);
  }
}

/** Play the chosen cards of a shared screen: at once if there is one way, else by a row for each. */
async function playNumbers(table, seat) {
  const { look, ui } = table;
  const seen = answering(table.view);
  const hand = await fetchHand(seat);
  const ways = hand ? waysWith(hand, look.chosen) : [];
  look.chosen = [];
  if (ways.length === 1) await command("act", { action: ways[0].action, seat, ...seen });
  else if (ways.length) {
    ui.list = ways.map((way) => ({ action: way.action, message: way.message, takes: [], params: {}, asks: word("which_way") }));
    table.render();
  } else table.refuse({ message: word("fits_not") });
}

/** Whether this tap was one of these. */
export function handsClick(table, dataset) {
  const { look, ui, view } = table;
  if ("read" in dataset && look.hand) look.close();
  else if ("look" in dataset) {
    look.open(Number(dataset.look), "read" in dataset).then(() => { if ("read" in dataset && look.hand) table.live.answerHand(handSaid(look.hand), ""); });
  }
  else if (ui.unread && (dataset.key === "pass" || "nobody" in dataset)) return true;
  else if (dataset.key === "pass" && view.page.window) pass(table, dataset.act, view.seat, answering(view));
  else if ("skip" in dataset) {
    const on = dataset.skip === "true";
    // No view tells of it at once, not even one's own: others would see that somebody did it.
    tell(table, async () => {
      await command("skip", { on, seat: view.seat });
      view.page.window = { ...view.page.window, skips: on };
      table.render();
    });
  } else if ("way" in dataset) {
    look.forget();
    tell(table, () => command("act", { action: dataset.way, seat: view.seat, ...answering(view) }));
  } else if ("number" in dataset) {
    const seat = Number(dataset.numberSeat ?? view.seat);
    if (look.seat !== seat) { look.forget(); look.seat = seat; }
    if ("one" in dataset) look.choose(Number(dataset.number));
    else look.toggle(Number(dataset.number));
    table.render();
  } else if ("playNumbers" in dataset) tell(table, () => playNumbers(table, Number(dataset.playNumbers)));
  else if ("react" in dataset) {
    ui.reacting = Number(dataset.react);
    look.forget();
    tell(table, () => command("pause", { on: true, ...answering(view) }));
  } else if ("nothing" in dataset) {
    ui.reacting = null;
    look.forget();
    tell(table, () => command("pause", { on: false }));
  } else if ("nobody" in dataset) passAll(table);
  else return false;
  return true;
}
