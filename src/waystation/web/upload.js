/** The way back in with a record: a finished game is looked at, one that is not goes on. */
import { api, gameInfo, reasonOf } from "./api.js";
import { openDialog } from "./dialogs.js";
import { form, h, once, say } from "./dom.js";
import { onward } from "./frame.js";
import { SeatChoice } from "./seatchoice.js";
import { tell } from "./words.js";

const LARGEST = 4e6; // bytes: more is taken nowhere
/** @type {Record<string, string>} */
const MARKS = { "255,254": "utf-16le", "254,255": "utf-16be" }; // what some programs begin a text with
const NO_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/;

export function recordUpload() {
  const problem = h("p", { class: "problem", role: "alert" });
  const upload = async () => {
    const file = input.files?.[0];
    if (!file) return;
    say(problem, "");
    try {
      const record = await textOf(file);
      const begun = unfinished(record);
      if (begun) await askSeats(record, begun);
      else await open({ record });
    } catch (error) {
      say(problem, reasonOf(error));
    }
    input.value = ""; // the same file may be chosen again
  };
  const input = h("input", { type: "file", accept: ".txt,.record,.waystation,text/plain", onchange: upload });
  return h("section", { class: "upload" }, h("label", {}, `${tell("Open a saved record:")} `, input), problem);
}

/**
 * What a file says, if it can be a record at all.
 * @param {File} file
 */
async function textOf(file) {
  const { name, size } = file;
  if (size > LARGEST) {
    const sizes = { file: name, size: (size / 1e6).toFixed(1), most: LARGEST / 1e6 };
    throw new Error(tell("{file} has {size} MB: no record is larger than {most} MB.", sizes));
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder(MARKS[`${bytes.slice(0, 2)}`] ?? "utf-8").decode(bytes);
  if (NO_TEXT.test(text)) throw new Error(tell("{file} is no text, so it is no record.", { file: name }));
  return text;
}

/** @param {Record<string, any>} wish */
async function open(wish) {
  const on = onward();
  const table = await api("tables", { body: wish });
  on(table.over ? `/replay/${table.id}` : `/table/${table.id}`);
}

/**
 * What a record says of a game that is not over; null of any other text. (Whatever is wrong in it, its reader says.)
 * @param {string} record
 * @returns {{game: string, names: string[]} | null}
 */
export function unfinished(record) {
  const [head] = record.replaceAll("\r", "").split("\n\n", 1);
  const said = Object.fromEntries([...head.matchAll(/^([a-z-]+): (.*)$/gm)].map(([, name, value]) => [name, value]));
  if (said.result !== "unfinished" || !said.game) return null;
  try {
    const names = JSON.parse(said.seats);
    return Array.isArray(names) ? { game: said.game, names: names.map(String) } : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} record
 * @param {{game: string, names: string[]}} begun
 */
async function askSeats(record, { game: name, names }) {
  const game = await gameInfo(name);
  if (names.length > game.spec.players[1]) return open({ record }); // the server says what is wrong with so many
  const seats = new SeatChoice(game, () => undefined, names);
  const problem = h("p", { class: "problem", role: "alert" });
  const start = once(async () => {
    try {
      await open({ record, seats: seats.wishes() });
      dialog.close();
    } catch (error) {
      say(problem, reasonOf(error));
    }
  });
  const dialog = openDialog(
    tell("Go on with a game of {game}", { game: game.spec.title }),
    h("p", {}, tell("Until now there played: {names}.", { names })),
    form(start, seats.element, problem, h("button", { class: "primary" }, tell("Go on"))),
  );
}
