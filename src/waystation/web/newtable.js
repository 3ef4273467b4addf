/** Setting up a table: who sits where, the game's options, the table's own rules. */
import { ApiError, gameInfo } from "./api.js";
import { openTable } from "./dice.js";
import { form, h, once, say } from "./dom.js";
import { entitle, topBar } from "./frame.js";
import { facts, learnButton } from "./home.js";
import { OptionForm } from "./optionform.js";
import { paceChoice } from "./pace.js";
import { SeatChoice } from "./seatchoice.js";
import { inTab } from "./site.js";
import { tableRules } from "./tablerules.js";
import { tell } from "./words.js";

/** @type {import("./app.js").View} */
export async function showNewTable(root, [name]) {
  const game = await gameInfo(name);
  entitle(root, `${tell("New table: {game}", { game: game.spec.title })} · Waystation`);
  const seats = new SeatChoice(game, () => options.settle());
  const options = new OptionForm(game, () => seats.players);
  const pace = inTab ? null : paceChoice();
  const rules = tableRules(game, () => seats.openUp(), (on) => pace?.rate(on));
  const problem = h("p", { class: "problem", role: "alert" });

  const start = once(async () => {
    say(problem, "");
    try {
      await openTable({
        game: name,
        options: options.value(),
        seats: seats.wishes(),
        pace: pace?.value() ?? null,
        ...rules.value(),
      });
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof SyntaxError)) throw error;
      say(problem, error.message);
    }
  });

  root.append(
    topBar(h("span", {}, game.spec.title)),
    h(
      "main",
      { class: "narrow" },
      h("h1", {}, game.spec.title),
      h("p", {}, tell(game.spec.blurb)),
      h("ul", { class: "facts" }, ...facts(game).map((fact) => h("li", {}, fact))),
      h("p", { class: "buttons" }, learnButton(game), h("a", { href: `/rules/${name}` }, tell("Read the rules"))),
      form(
        start,
        seats.element,
        options.element,
        pace?.element,
        rules.element,
        problem,
        h("button", { class: "primary", type: "submit" }, tell("Open the table")),
      ),
    ),
  );
}
