/**
 * The ladder of a game: who is rated how, people and bots, and where I stand.
 * @import {Ladder, LadderLine, MyRating} from "./types.js"
 */
import { allGames, api, ApiError } from "./api.js";
import { fill, h, say } from "./dom.js";
import { gameChoice, personLink } from "./figures.js";
import { entitle, topBar } from "./frame.js";
import { ago } from "./mytables.js";
import { ratingWords } from "./optionwords.js";
import { tell } from "./words.js";

/** @type {import("./app.js").View} */
export async function showLadder(root, [name]) {
  const games = (await allGames()).filter(({ spec }) => !spec.cooperative);
  const game = name ? games.find((one) => one.name === name) : games[0];
  if (!game) throw new ApiError(404, tell("There is nothing at this address."));
  entitle(root, `${tell("Ladder: {game}", { game: game.spec.title })} · Waystation`);
  const mine = h("section", { class: "my-rating", "aria-label": tell("My rating") });
  const problem = h("p", { class: "problem", role: "alert" });
  const body = h("tbody");
  const none = h("p", { class: "quiet" });
  /** @param {Ladder} ladder */
  const draw = (ladder) => {
    fill(mine, ...myRating(ladder.me, stay));
    fill(body, ...ladder.lines.map(row));
    say(none, ladder.lines.some(({ bot }) => !bot) ? "" : tell("Nobody stands here yet but bots."));
  };
  const stay = async (/** @type {boolean} */ away) => {
    say(problem, "");
    try {
      draw(await api(`games/${game.name}/ladder`, { body: { away } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(problem, error.message);
    }
  };
  root.append(
    topBar(h("span", {}, tell("Ladders"))),
    h(
      "main",
      { class: "narrow ladder" },
      h("h1", {}, tell("Ladder")),
      h("p", { class: "buttons" }, gameChoice("ladder", games, game), h("a", { href: `/statistics/${game.name}` }, tell("Statistics")), h("a", { href: "/person" }, tell("What I have played"))),
      mine,
      problem,
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "ladder-table" },
          h(
            "thead",
            {},
            h("tr", {}, ...[tell("Place"), tell("Name"), tell("Rating"), tell("Games"), tell("Last played")].map((text) => h("th", { scope: "col" }, text))),
          ),
          body,
        ),
      ),
      none,
      h("p", { class: "help" }, tell("Whoever has played five rated games stands here. Everybody begins at 1000, and a question mark says that a number may still be far off. Bots were measured against each other, and do not move.")),
    ),
  );
  draw(await api(`games/${game.name}/ladder`));
}

/**
 * @param {MyRating} me
 * @param {(away: boolean) => void} stay
 */
function myRating(me, stay) {
  if (!me.games) return [h("p", {}, tell("You have played no rated game of this yet: tick Rated when you set up a table."))];
  const facts = tell("Your rating: {rating}, from {n:rated game|rated games}, {wins} won.", { rating: ratingWords(me), n: me.games, wins: me.wins });
  const missing = me.missing ? tell("{n:game|games} more, and you stand on the ladder.", { n: me.missing }) : "";
  const away = me.away ? tell("You have left the ladder.") : "";
  const label = me.away ? tell("Come back to the ladder") : tell("Leave the ladder");
  return [h("p", {}, [facts, missing, away].filter(Boolean).join(" ")), h("button", { "data-key": "away", onclick: () => stay(!me.away) }, label)];
}

/** @param {LadderLine} line */
function row(line) {
  const who = line.bot ? [h("bdi", {}, line.name), " ", h("span", { class: "badge" }, tell("a bot"))] : personLink(line.name, line.person);
  return h(
    "tr",
    { class: line.bot ? "bot" : null },
    h("td", {}, `${line.place}.`),
    h("th", { scope: "row" }, ...who),
    h("td", {}, ratingWords(line)),
    h("td", {}, String(line.games)),
    h("td", { class: "quiet" }, line.last === null ? "" : ago(line.last)),
  );
}
