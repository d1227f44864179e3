// A data file in the editor: plain data, paths into it, and the mistakes that the table has named.

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const keyOf = (path) => path.join("/");

/** Whether forms can show the file: every list that is there is a list of objects. */
export function fits(data, lists) {
  return isObject(data) &&
    lists.every(({ key }) => data[key] === undefined || (Array.isArray(data[key]) && data[key].every(isObject)));
}

/** Number of mistakes at a path or below it. */
export const countBelow = (mistakes, path) =>
  mistakes.filter((one) => path.every((part, i) => one.path[i] === part)).length;

/** A free id, such as `p29`: one more than the largest number behind that letter. */
export function freeId(data, lists, prefix) {
  const taken = new Set(lists.flatMap(({ key }) => (data[key] ?? []).map((one) => one.id)));
  for (let n = 1; ; n++) {
    const id = `${prefix}${String(n).padStart(2, "0")}`;
    if (!taken.has(id)) return id;
  }
}

/** What a text in a number's field means: a whole number, nothing, or the text as it stands. */
export function numberOf(text) {
  const plain = text.trim().replace(/^[−–]/, "-");
  if (plain === "") return undefined;
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : text;
}

/** Set a key, or take it out where nothing is to stand there. */
export function put(object, key, value) {
  if (value === undefined) delete object[key];
  else object[key] = value;
}

/** The file as people like to read it: a line for each key, and for each object of a list. */
export function written(data) {
  if (!isObject(data)) return JSON.stringify(data);
  const lines = Object.entries(data).map(([key, value]) => {
    let text = JSON.stringify(value);
    if (Array.isArray(value) && value.some(isObject)) {
      text = `[\n  ${value.map((one) => JSON.stringify(one)).join(",\n  ")}\n ]`;
    }
    return ` ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}
