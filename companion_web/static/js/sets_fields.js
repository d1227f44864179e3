// The fields of one object of a data file. They write into the data; the table says what is wrong.

import { h } from "./dom.js";
import { isObject, keyOf, numberOf, put } from "./sets_model.js";

/**
 * Builds fields. `say(key, parts)` gives words, `changed()` is called after every change, and
 * `rebuild()` where other fields belong to the object now.
 */
export class Fields {
  constructor({ say, changed, rebuild }) {
    this.say = say;
    this.changed = changed;
    this.rebuild = rebuild;
    this.stash = new WeakMap();
  }

  /** All fields of an object. `besides`: keys that have no field here and yet belong to it. */
  object(fields, object, path, besides = []) {
    if (path.length === 2) this.top = fields;
    const mine = fields.filter((field) => this.belongs(field, object));
    return h("div.set-fields", {},
      this.error(path),
      ...this.strays([...mine.map((field) => field.key), ...besides], object),
      ...mine.map((field) => this.field(field, object, [...path, field.key])));
  }

  belongs(field, object) {
    return !field.only || field.only.includes(object.type);
  }

  /** Keys that belong to no field, each with a way out. */
  strays(known, object) {
    return Object.keys(object).filter((key) => !known.includes(key)).map((key) =>
      h("p.set-stray", {}, this.say("stray", { key }), this.button(this.say("take_out"), () => {
        delete object[key];
        this.rebuild();
      })));
  }

  field(field, object, path) {
    const value = object[field.key];
    const odd = {
      texts: value !== undefined && !Array.isArray(value),
      numbers: value !== undefined && !Array.isArray(value),
      group: value !== undefined && !isObject(value),
      entries: value !== undefined && !(Array.isArray(value) && value.every(isObject)),
    }[field.kind];
    if (odd) return this.raw(field, object, path);
    return this[field.kind](field, object, path);
  }

  // ---------------------------------------------------------------------------- single values

  text(field, object, path) {
    const input = this.input(path, object[field.key] ?? "");
    this.on(input, () => put(object, field.key, input.value || (field.needed ? "" : undefined)));
    return this.labelled(field, input, path);
  }

  number(field, object, path) {
    const input = this.input(path, object[field.key] ?? "", { inputmode: "text", placeholder: field.usual ?? "" });
    input.classList.add("figures");
    this.on(input, () => put(object, field.key, numberOf(input.value)));
    return this.labelled(field, input, path);
  }

  switch(field, object, path) {
    if (field.usual === undefined) return this.either(field, object, path);
    const value = object[field.key] ?? field.usual;
    const box = h("input", { type: "checkbox", id: id(path), "data-path": keyOf(path), checked: value === true });
    this.on(box, () => put(object, field.key, box.checked === field.usual ? undefined : box.checked));
    return h("div.set-field", {},
      h("label.switch", {}, box, h("span.knob", { "aria-hidden": "true" }), h("span", {}, field.words)),
      this.error(path));
  }

  /** A switch that may also say nothing. */
  either(field, object, path) {
    const choices = [["true", this.say("yes")], ["false", this.say("no")]];
    const shown = object[field.key] === undefined ? undefined : String(object[field.key]);
    const select = this.select(path, choices, shown, true);
    this.on(select, () => put(object, field.key, select.value === "" ? undefined : select.value === "true"));
    return this.labelled(field, select, path);
  }

  choice(field, object, path) {
    const value = object[field.key] ?? field.usual;
    const select = this.select(path, field.choices, value, !field.needed && field.usual === undefined);
    this.on(select, () => {
      const chosen = select.value === "" || select.value === field.usual ? undefined : select.value;
      if (field.key === "type" && path.length === 3) this.turn(object, chosen);
      else put(object, field.key, chosen);
    });
    return this.labelled(field, select, path);
  }

  /** Another type: keys that do not belong to it wait, in case the old one is chosen again. */
  turn(object, type) {
    const waiting = this.stash.get(object) ?? {};
    this.stash.set(object, { ...waiting, ...object });
    object.type = type;
    for (const field of this.top.filter((one) => one.only)) {
      if (!this.belongs(field, object)) delete object[field.key];
      else if (object[field.key] === undefined) put(object, field.key, waiting[field.key]);
    }
    this.rebuild();
  }

  // ------------------------------------------------------------------------------- many values

  texts(field, object, path) {
    const area = h("textarea.field.area", { id: id(path), rows: 3, "data-path": keyOf(path), "aria-describedby": `${id(path)}-e` });
    area.value = (object[field.key] ?? []).join("\n");
    this.on(area, () => {
      const lines = area.value.split("\n").map((line) => line.trim()).filter(Boolean);
      put(object, field.key, lines.length ? lines : undefined);
    });
    return this.labelled(field, area, path);
  }

  numbers(field, object, path) {
    const values = object[field.key] ?? [];
    const inputs = values.map((value, i) => {
      const input = this.input([...path, i], value ?? "", { "aria-label": `${field.one} ${i + 1}` });
      this.on(input, () => { values[i] = numberOf(input.value) ?? null; });
      return h("div.set-field", {}, input, this.error([...path, i]));
    });
    return h("fieldset", {}, h("legend", {}, field.words),
      h("div.set-numbers", {}, ...inputs,
        this.button(this.say("add", { one: field.one }), () => {
          object[field.key] = [...values, null];
          this.rebuild(id([...path, values.length]));
        }),
        values.length > 1 && this.button(this.say("take_out"), () => {
          values.pop();
          this.rebuild(id([...path, values.length - 1]));
        })),
      this.error(path));
  }

  group(field, object, path) {
    const held = object[field.key] ?? {};
    const keep = () => put(object, field.key, Object.keys(held).length ? held : undefined);
    const inner = new Fields({
      say: this.say,
      changed: () => { keep(); this.changed(); },
      rebuild: (focus) => { keep(); this.rebuild(focus); },
    });
    return h("fieldset.set-group", {}, h("legend", {}, field.words), inner.object(field.fields, held, path));
  }

  entries(field, object, path) {
    const values = object[field.key] ?? [];
    const rows = values.map((value, i) => h("fieldset.set-entry", {},
      h("legend", {}, `${field.one} ${i + 1}`),
      this.object(field.fields, value, [...path, i]),
      this.button(this.say("take_out"), () => {
        values.splice(i, 1);
        put(object, field.key, values.length ? values : undefined);
        this.rebuild(`${id(path)}-add`);
      })));
    const add = this.button(this.say("add", { one: field.one }), () => {
      const fresh = {};
      for (const one of field.fields) {
        if (one.needed) fresh[one.key] = one.choices ? one.choices[0][0] : 1;
      }
      object[field.key] = [...values, fresh];
      this.rebuild(id([...path, values.length, field.fields[0].key]));
    });
    add.id = `${id(path)}-add`;
    return h("fieldset.set-group", {}, h("legend", {}, field.words), ...rows, this.error(path), add);
  }

  /** A value of another shape than the form knows, as JSON. */
  raw(field, object, path) {
    const input = this.input(path, JSON.stringify(object[field.key]));
    this.on(input, () => {
      try {
        object[field.key] = JSON.parse(input.value);
      } catch {
        object[field.key] = input.value;
      }
    });
    return h("div.set-field", {}, this.labelled(field, input, path), h("p.small", {}, this.say("otherwise")));
  }

  // -------------------------------------------------------------------------------------- parts

  input(path, value, more = {}) {
    const input = h("input.field", {
      id: id(path), autocomplete: "off", "data-path": keyOf(path), "aria-describedby": `${id(path)}-e`, ...more,
    });
    input.value = value;
    return input;
  }

  select(path, choices, value, mayBeEmpty) {
    const known = choices.some(([one]) => one === value);
    const options = choices.map(([one, words]) => h("option", { value: one }, words));
    if (mayBeEmpty) options.unshift(h("option", { value: "" }, this.say("none")));
    // A value that nobody may choose stays until another is chosen.
    if (!known && (value !== undefined || !mayBeEmpty)) {
      options.unshift(h("option", { value: String(value ?? "") }, String(value ?? this.say("none"))));
    }
    const select = h("select.field", {
      id: id(path), "data-path": keyOf(path), "aria-describedby": `${id(path)}-e`,
    }, ...options);
    select.value = known ? value : String(value ?? "");
    return select;
  }

  labelled(field, control, path) {
    return h("div.set-field", {},
      h("label.small", { for: control.id }, field.words), control, this.error(path));
  }

  error(path) {
    return h("p.error", { id: `${id(path)}-e`, "data-error": keyOf(path), hidden: true });
  }

  button(words, does) {
    const button = h("button.button", { type: "button" }, words);
    button.addEventListener("click", () => { does(); this.changed(); });
    return button;
  }

  on(control, write) {
    const event = control.matches("select, [type=checkbox]") ? "change" : "input";
    control.addEventListener(event, () => { write(); this.changed(); });
  }
}

export const id = (path) => `f-${path.join("-")}`;

/** Put the table's sentences at their fields; those of keys without a field stand at the object. */
export function showMistakes(root, mistakes) {
  const told = new Map();
  for (const one of mistakes) {
    const path = [...one.path];
    // What belongs to an object that is not open is not told here: its row counts it.
    const least = Math.min(path.length, 2);
    while (path.length > least && !root.querySelector(`[data-error="${CSS.escape(keyOf(path))}"]`)) path.pop();
    const key = keyOf(path);
    const text = path.length === one.path.length ? one.short : one.text;
    told.set(key, [...(told.get(key) ?? []), text]);
  }
  for (const error of root.querySelectorAll("[data-error]")) {
    const texts = told.get(error.dataset.error) ?? [];
    const text = texts.join(" ");
    if (error.textContent !== text) error.textContent = text;
    error.hidden = !text;
    const control = root.querySelector(`[data-path="${CSS.escape(error.dataset.error)}"]`);
    if (text) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
}
