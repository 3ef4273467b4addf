/** Setting up a table: who sits where, the game's options, the table's own rules. */
import { ApiError, gameInfo } from "./api.js";
import { openTable } from "./dice.js";
import { h, say } from "./dom.js";
import { topBar } from "./frame.js";
import { facts, learnButton } from "./home.js";
import { OptionForm } from "./optionform.js";
import { SeatChoice } from "./seatchoice.js";
import { inTab } from "./site.js";
import { tell } from "./words.js";
/** @import {GameInfo} from "./types.js" */

/** @type {import("./app.js").View} */
export async function showNewTable(root, [name]) {
  const game = await gameInfo(name);
  document.title = `${tell("New table: {game}", { game: game.spec.title })} · Waystation`;
  const seats = new SeatChoice(game, () => options.settle());
  const options = new OptionForm(game, () => seats.players);
  const rules = tableRules(game);
  const problem = h("p", { class: "problem", role: "alert" });

  /** @param {SubmitEvent} event */
  async function start(event) {
    event.preventDefault();
    try {
      await openTable({
        game: name,
        options: options.value(),
        seats: seats.wishes(),
        ...rules.value(),
      });
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof SyntaxError)) throw error;
      say(problem, error.message);
    }
  }

  root.append(
    topBar(h("span", {}, game.spec.title)),
    h(
      "main",
      { class: "narrow" },
      h("h1", {}, game.spec.title),
      h("p", {}, tell(game.spec.blurb)),
      h("ul", { class: "facts" }, ...facts(game).map((fact) => h("li", {}, fact))),
      h("p", { class: "buttons" }, learnButton(game), h("a", { href: `/rules/${name}` }, tell("Read the rules"))),
      h(
        "form",
        { onsubmit: start, class: "setup" },
        seats.element,
        options.element,
        rules.element,
        problem,
        h("button", { class: "primary", type: "submit" }, tell("Open the table")),
      ),
    ),
  );
}

/** @param {GameInfo} game */
function tableRules(game) {
  const consent = tell(
    "Beyond the last roll, draw or decision of somebody else, all people at the table have to agree.",
  );
  const stays = tell(
    "Beyond a decision of somebody else, all people at the table have to agree; what was shown stays.",
  );
  const spectators = h("input", { type: "checkbox", id: "spectators", checked: true });
  const hints = h(
    "select",
    { id: "hints", "aria-describedby": "help-hints" },
    h("option", { value: "" }, tell("only while nobody else plays")),
    h("option", { value: "yes" }, tell("yes")),
    h("option", { value: "no" }, tell("no")),
  );
  const undo = h(
    "select",
    { id: "undo", "aria-describedby": "help-undo" },
    h("option", { value: "free" }, tell("free until something is revealed")),
    !inTab && h("option", { value: "ask" }, tell("always ask the others")),
    h("option", { value: "off" }, tell("no")),
  );
  const seed = h("input", {
    id: "seed",
    maxlength: 64,
    autocomplete: "off",
    "aria-describedby": "help-seed",
  });
  const element = h(
    "fieldset",
    {},
    h("legend", {}, tell("The table")),
    !inTab && h("div", { class: "field tick" }, h("label", { for: "spectators" }, tell("Others may watch")), spectators),
    h(
      "div",
      { class: "field" },
      h("label", { for: "undo" }, tell("Taking back moves")),
      undo,
      h(
        "p",
        { class: "help", id: "help-undo" },
        game.spec.final_reveals ? stays : consent,
      ),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "hints" }, tell("Hints from a bot")),
      hints,
      h("p", { class: "help", id: "help-hints" }, tell("Everybody at the table is told of each hint.")),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "seed" }, tell("Seed")),
      seed,
      h(
        "p",
        { class: "help", id: "help-seed" },
        tell("Empty: fair dice that nobody knows. A word here deals the same game again, and the table says so."),
      ),
    ),
  );
  const value = () => ({
    spectators: spectators.checked,
    undo: undo.value,
    hints: hints.value ? hints.value === "yes" : null,
    seed: seed.value.trim() || null,
  });
  return { element, value };
}
