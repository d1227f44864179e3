// The table page: takes views from the stream, shows them, and turns taps and keys into hands.

import { BoardView } from "./board.js";
import { askAnew, spotsOf, stays, whereChanged } from "./briefing.js";
import { botMoves, firstCard, listenSpace, tableMoves } from "./bot.js";
import { showChart } from "./chart.js";
import { setClock, tick } from "./clock.js";
import { refill } from "./dom.js";
import { diceSaid } from "./drive.js";
import { beginEdit, besideEdit, editedHoles, editFields, tapEdit } from "./edit.js";
import { chosenCard, footParts } from "./foot.js";
import { Hands } from "./hands.js";
import { listenKeys, litHoles } from "./keys.js";
import { listenPage } from "./listening.js";
import { showLesson } from "./lesson.js";
import { Live } from "./live.js";
import { Look } from "./look.js";
import { overlay, preview, tapChoice, tellsMore } from "./model.js";
import { rewound } from "./more.js";
import { aim, listen } from "./pointer.js";
import { promptOf, showPrompt } from "./prompt.js";
import { moveLines, showChips, showGame, showInHand, showPlayers } from "./side.js";
import { noPanel } from "./seat_panel.js";
import { play, soundOf } from "./sounds.js";
import { StreetBoard } from "./street.js";
import { tapped, UNTOLD } from "./taps.js";
import { command, fetchBoard, follow } from "./wire.js";
import { opensStanding, showEndPanels } from "./standing.js";
import { keepAwake } from "./wake.js";
import { another, answering, momentOf, UNREAD } from "./window.js";
import { page, placesText, word } from "./words.js";
import { Zoom } from "./zoom.js";

const NOTHING = Object.freeze({ prefix: [], from: null, hole: null, token: "" });
const byId = (id) => document.getElementById(id);

class Table {
  constructor() {
    this.view = null;
    this.spacesData = null;
    this.ui = { picked: NOTHING, list: null, player: null, panel: noPanel(), rewind: null, briefing: null, cards: null, agreed: null, held: null, early: null, zoomed: false, late: false, gone: "", refused: null, edit: null, thrown: UNTOLD, claimer: null, reacting: null, unread: false, render: () => this.render(), tell: (text) => this.tell(text) };
    this.live = new Live(byId("said"), byId("alert"));
    this.hands = new Hands((error) => this.refuse(error));
    this.board = byId("board").querySelector("svg") ? new (page.street ? StreetBoard : BoardView)(byId("board")) : null;
    this.look = new Look(() => this.render());
    this.look.listen(byId("foot"));
    this.lastSeen = new Date();
    if (this.board) {
      this.zoom = new Zoom(this.board, () => { this.ui.zoomed = this.zoom.on; this.render(); });
      listen(this.board, this);
      listenKeys(this.board, this, document.body);
      listenSpace(this, () => this.send("hurry", {}));
    }
  }

  // ------------------------------------------------------------------------------------ showing

  async take(view) {
    if ((view.game?.id ?? null) !== page.game) {
      // Another game has another board, other names: begin the page anew.
      location.reload();
      return;
    }
    if (!view.game) {
      document.body.dataset.seq = view.seq;
      return; // the first page stands as it was sent, until a game begins
    }
    const before = this.view;
    this.inHandBefore = [...this.hands.held, ...(before?.in_hand ?? [])];
    this.view = view;
    this.lastSeen = new Date();
    this.ui.late = false;
    this.hands.sync(view);
    if (before && before.seq !== view.seq) this.#forget(before);
    if (view.game) this.ui.held = firstCard(view) ?? this.ui.held;
    if (this.board && view.game && !this.spacesData) await this.#load();
    setClock(view, (text) => this.live.warn(text));
    keepAwake(view.page.may_act && !view.players.some((player) => player.winner));
    this.render();
    this.speak(before);
    if (before && before.seq !== view.seq) play(soundOf(before, view));
  }

  /** A step begun on the page belongs to the view in which it was begun. */
  #forget(before) {
    const { ui, view } = this;
    if (ui.refused && tellsMore(before, view)) ui.refused = null;
    if (before.moves[0]?.number !== view.moves[0]?.number) ui.rewind = null;
    let outdated = false;
    const other = before.state !== view.state || before.page.hands !== view.page.hands;
    if (other || JSON.stringify(before.legal) !== JSON.stringify(view.legal)) {
      this.zoom?.leave();
      ui.picked = NOTHING;
      // Whoever looks behind the dots goes on looking while the others play.
      const behind = ["more", "quit"].includes(ui.list) || (ui.list === "stands" && opensStanding(view));
      outdated = stays(ui);
      if (!outdated && (view.page.may_act || !behind)) ui.list = null;
      if (!ui.panel.step && !ui.panel.refused) ui.player = null; // what is being changed there is not lost
      ui.thrown = UNTOLD;
    }
    if (ui.list === "where" && whereChanged(before, view, ui.briefing)) {
      outdated = stays(ui);
      if (!outdated) ui.list = null;
    }
    if (outdated) askAnew(this);
    if (!view.window) ui.claimer = ui.reacting = null;
    if (momentOf(before) !== momentOf(view)) this.look.forget();
    if (another(before, view)) {
      ui.list = null;
      ui.unread = true;
      clearTimeout(this.unread);
      this.unread = setTimeout(() => { ui.unread = false; this.render(); }, UNREAD);
    }
    // A chosen card belongs to this hand in this position: the next hand begins with none chosen.
    const hand = ({ hand: shown, pad, position }) => JSON.stringify([shown, pad.map((key) => key.value), position]);
    if (!view.hand || hand(before) !== hand(view)) ui.held = null;
    // The hinted card is chosen, so that the board shows what it could do.
    const idea = view.hint && !before.hint ? view.pad.findIndex((key) => key.action === view.hint.action) : -1;
    if (view.hand && idea >= 0) ui.held = idea;
  }

  async #load() {
    const data = await fetchBoard();
    if (!data) return;
    this.spacesData = {
      routes: data.routes,
      spaces: new Map(data.spaces.map((space) => [space.id, space])),
      places: new Map(Object.entries(data.places).map(([id, place]) => [id, place.holes])),
    };
  }

  render() {
    const { view, ui } = this;
    if (!view) return;
    const said = promptOf(view, ui, this.look);
    document.body.classList.toggle("gone", Boolean(ui.gone));
    document.body.classList.toggle("zoomed", ui.zoomed);
    document.body.classList.toggle("operable", view.page.hands || view.choices.length > 0);
    if (this.board) {
      const card = chosenCard(view, ui);
      this.shown = card ? preview(view, card.lights) : overlay(view, this.spacesData, ui.picked);
      if (ui.edit) this.shown = editedHoles(ui.edit, view);
      else if (ui.rewind) this.shown = rewound(ui);
      // Marbles that are being set owe nothing yet, so no arrow leads any of them.
      this.board.show(view, this.shown, this.inHandBefore ?? [], !ui.edit && !ui.rewind, view.reason?.told && !ui.edit ? view.reason.walk : []);
      this.board.showSpots(ui.list === "where" ? spotsOf(ui) : view.page.answers?.spots ?? []);
    }
    showPrompt(byId("prompt"), said, view);
    const foot = footParts(view, ui, this.look);
    const inner = byId("foot").firstElementChild;
    inner.dataset.foot = foot.kind;
    // A hand that was read belongs to whoever asked: it goes with the answer.
    if (foot.kind !== "briefing" || ui.list !== "can") ui.cards = null;
    if (!ui.cards && !this.look.hand) this.live.forgetHand();
    refill(inner, foot.parts);
    showInHand(byId("in-hand"), view);
    showChips(byId("chips"), view);
    showLesson(view);
    showPlayers(byId("players"), view);
    refill(byId("last-moves"), [moveLines(view, 8)]);
    showGame(byId("game-line"), view);
    byId("amiss").textContent = view.page.amiss;
    tick();
    if (view.race) showChart(view);
    showEndPanels(byId("end-panels"), view, ui.render);
    const alarms = said.mood === "refusal" || said.mood === "gone";
    this.live.alarm(alarms ? said.text : ui.player === null ? "" : ui.panel.refused);
    this.said = said;
    document.body.dataset.seq = view.seq;
  }

  speak(before) {
    const { said, ui, view } = this;
    const news = view.moves[0];
    const spoken = before && news && news.number !== before.moves[0]?.number ? news.spoken?.text : "";
    const card = chosenCard(view, ui);
    const places = (this.holding() || card) && this.board
      ? placesText(litHoles(this.board).filter((id) => ["destination", "capture"].includes(this.shown[id]?.role)))
      : "";
    const dice = before && diceSaid(view) !== diceSaid(before) ? diceSaid(view) : "";
    const told = (...parts) => [spoken, dice, ...parts].filter(Boolean).join(" ");
    // What tells of a hand is for the eyes, and for the reader of who holds it.
    const asked = view.prompt.mood === "ask";
    const aloud = view.prompt.own || card ? told(view.prompt.own && asked ? word("voice.own") : said.text) : told(said.text, said.support, places);
    this.live.say(told(said.text, said.support, places), aloud, [said.text, said.support, places].filter(Boolean).join(" "));
  }

  /** Read an answer that somebody asked for; the sentences that come next do not repeat it. */
  tell(text) { this.live.answer(text); }

  sayAgain() {
    this.live.repeat();
    return true;
  }

  gone(is) {
    if (Boolean(this.ui.gone) === is) return;
    const { lastSeen } = this;
    this.ui.gone = is
      ? `${lastSeen.getHours()}:${String(lastSeen.getMinutes()).padStart(2, "0")}` : "";
    this.render();
  }

  /** The next view is late: the page shows the last one it got. */
  late() {
    if (page.game === null) return;
    this.ui.late = true;
    if (this.view) this.render();
    else {
      const support = byId("prompt").querySelector("[data-prompt]").textContent;
      showPrompt(byId("prompt"), { text: word("late"), support, mood: "late", colour: "" });
    }
  }

  refuse(error) {
    const gone = error.code === "not-in-hand";
    this.ui.refused = { text: gone ? word("card_gone") : error.message, rule: error.rule ?? "" };
    this.ui.picked = NOTHING;
    this.render();
  }

  // -------------------------------------------------------------------------------------- hands

  spaces() { return this.spacesData; }
  own() { return page.sides[this.view?.page.turn ?? 0]; }

  holding() {
    if (this.ui.edit) return this.ui.edit.from !== null || this.ui.edit.held !== null;
    return this.view && this.view.page.hands ? this.hands.held.length > 0 : this.ui.picked.from !== null;
  }

  /** Whether a tap on the board hurries the table's hand. What is in the hand then is in that one. */
  hurries() { return !this.ui.edit && tableMoves(this.view); }

  canLift(id) {
    if (!this.view || this.ui.gone || this.ui.rewind) return false;
    if (this.ui.edit) return this.ui.edit.tokens.has(id);
    if (botMoves(this.view)) return false;
    return this.view.page.hands || (Boolean(this.shown[id]?.token) && ["movable", "hint"].includes(this.shown[id].role));
  }

  tapAt(x, y, again) {
    if (this.hurries()) { this.send("hurry", {}); return; }
    if (!this.view || this.ui.gone || !this.spacesData || this.board.deaf?.()) return;
    const meant = aim(this.board, this.spacesData, this.shown, x, y, this.holding(), this.ui.zoomed || Boolean(this.ui.edit));
    if (!meant) this.zoom.leave();
    else if (meant.crowded) this.zoom.enter(x, y);
    else this.tap(meant.hole, again);
  }

  tap(id, again) {
    const { view, ui } = this;
    if (!view || ui.gone || ui.rewind || !this.spacesData) return;
    ui.refused = null;
    if (this.hurries()) { this.send("hurry", {}); return; }
    if (ui.edit) {
      tapEdit(ui.edit, id);
      this.render();
      this.zoom.leave();
      return;
    }
    const card = chosenCard(view, ui);
    if (card?.lights[id] && !this.holding() && !(view.page.hands && this.shown[id]?.token)) {
      // A chosen card only shows what it could do.
      ui.early = ui.held;
      this.render();
      this.speak(view);
      return;
    }
    // A tap on a hole that only one answer names gives that answer, unless a marble goes there.
    const meant = view.ask?.options.filter((one) => one.hole === id || one.at === id) ?? [];
    const option = meant.length === 1 && !this.holding() ? meant[0] : null;
    const space = view.pad.find((key) => key.hole === id);
    if (option) this.send("answer", { ask: view.ask.id, option: option.id });
    else if (space) this.act(space.action, space.seat);
    else if (view.page.hands) this.follow(this.hands.tap(view, this.spacesData, id, again));
    else if (view.choices.length) this.follow(tapChoice(view, this.spacesData, ui.picked, id), id);
    this.zoom.leave();
    this.board.rove(id, document.activeElement?.closest?.("[data-hole]") !== null);
  }

  follow(way, id) {
    if (!way) return;
    const { ui, view } = this;
    if (way.act) {
      ui.picked = NOTHING;
      this.send("act", { action: way.act });
    } else if (way.refuse) {
      // Not among the legal moves: the table says which rule forbids it.
      this.send("act", { action: way.refuse });
    } else if (way.list) {
      ui.list = way.list;
      this.onPick = way.pick ?? null;
      this.render();
    } else if (way.picked) {
      ui.picked = { ...way.picked, token: way.picked.hole ? view.holes[way.picked.hole]?.token ?? "" : "" };
      this.inHandBefore = [];
      this.render();
      this.speak(view);
    }
    if (way.done && id) this.render();
  }

  drop(from, to) {
    if (this.ui.edit) {
      if (to !== null) this.tap(to);
      else { this.ui.edit.from = this.ui.edit.held = null; this.render(); }
      return;
    }
    if (this.view.page.hands) {
      if (!this.hands.held.length) return;
      if (to === null || to === from) this.hands.putBack();
      else this.tap(to);
    } else if (to !== null && to !== from) this.tap(to);
    else { this.ui.picked = NOTHING; this.render(); }
  }

  escape() {
    if (this.look.hand) { this.look.close(); return true; }
    if (this.zoom.leave()) return true;
    if (this.ui.edit) { this.edit({ edit: "cancel" }); return true; }
    if (this.ui.list || this.ui.rewind || this.ui.player !== null) { this.ui.list = this.ui.player = this.ui.rewind = null; this.ui.panel = noPanel(); this.render(); return true; }
    if (this.view && this.view.page.hands) return this.hands.putBack();
    if (this.ui.picked === NOTHING) return false;
    this.ui.picked = NOTHING;
    this.render();
    return true;
  }

  card(rank) { return this.press(`[data-card="${rank}"]`); }

  /** Yes to what the table thinks happened: its line goes. */
  agree() {
    if (!this.view?.page.denial) return false;
    this.ui.agreed = this.view.page.denial.move;
    this.render();
    return true;
  }

  press(selector) {
    const target = byId("foot").querySelector(selector) ?? byId("prompt").querySelector(selector);
    if (!target || target.disabled) return false;
    target.click();
    return true;
  }

  async send(name, fields) {
    try {
      this.ui.refused = null;
      await command(name, name === "act" ? { ...fields, ...answering(this.view) } : fields);
    } catch (error) {
      this.refuse(error);
    }
  }

  // --------------------------------------------------------------------------------------- foot

  click(target) { return tapped(this, target.dataset); }

  /** Set any position on the page (PP-12): begin, who plays next, the ways out. */
  async edit({ edit: what, seat, token }) {
    const { ui } = this;
    ui.refused = null;
    if (what === "begin") {
      ui.edit = beginEdit(this.view);
      ui.list = ui.player = null;
      ui.picked = NOTHING;
    } else if (what === "seat") ui.edit.seat = Number(seat);
    else if (what === "beside" || what === "off") besideEdit(ui.edit, token);
    else if (what === "cancel") ui.edit = null;
    else {
      try {
        await command(...(what === "keep" ? ["keep"] : ["edit", editFields(ui.edit)]));
        ui.edit = null;
      } catch (error) {
        this.refuse(error);
      }
    }
    this.inHandBefore = [];
    this.render();
  }

  /** An action of a key; `seat` where it is one seat's own. */
  act(action, seat) {
    const who = seat === undefined || seat === null || seat === "" ? {} : { seat: Number(seat) };
    this.send("act", { action, ...who });
  }
}

const table = new Table();
listenPage(table);
follow((view) => table.take(view), (is) => table.gone(is), () => table.late());
setInterval(() => { if (table.view) showGame(byId("game-line"), table.view); }, 30000);
