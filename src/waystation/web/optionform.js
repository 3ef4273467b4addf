/**
 * The options of a game in the form for a new table: those that matter at once, the others in groups behind *More
 * options*, and nothing that does not go with what is chosen already.
 * @import {GameInfo, Schema} from "./types.js"
 * @import {Field} from "./schema.js"
 */
import { h, hide } from "./dom.js";
import { settled } from "./forms.js";
import { optionField, optionProperties, resolved } from "./schema.js";
import { tell } from "./words.js";

export class OptionForm {
  /**
   * @param {GameInfo} game
   * @param {() => number} players
   */
  constructor(game, players) {
    const defs = game.options.$defs ?? {};
    const { players: _, ...properties } = optionProperties(game);
    this.players = players;
    /** @type {Record<string, Schema>} */
    this.properties = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, resolved(one, defs)]));
    this.fields = new Map(
      Object.entries(properties).map(([key, property]) => [key, optionField(key, property, defs)]),
    );
    /** @type {{element: HTMLElement, fields: Field[]}[]} */
    this.groups = [];
    this.element = this.lay();
    this.element.addEventListener("change", () => this.settle());
    this.settle();
  }

  lay() {
    const all = [...this.fields.values()];
    const names = [...new Set(all.map(({ group }) => group).filter(Boolean))];
    const groups = names.map((name) => this.group(tell(name), all.filter(({ group }) => group === name)));
    const more = groups.length > 0 && h("details", { class: "more" }, h("summary", {}, tell("More options")), ...groups);
    return h(
      "fieldset",
      { hidden: !all.length },
      h("legend", {}, tell("The game")),
      ...all.filter(({ group }) => !group).map(({ element }) => element),
      more,
    );
  }

  /**
   * @param {string} title
   * @param {Field[]} fields
   */
  group(title, fields) {
    const element = h(
      "section",
      { class: "option-group", role: "group", "aria-label": title },
      h("h2", {}, title),
      ...fields.map((field) => field.element),
    );
    this.groups.push({ element, fields });
    return element;
  }

  /** What is chosen, as far as it can be read now (a document may be half written). */
  chosen() {
    const values = [...this.fields].map(([key, field]) => {
      try {
        return [key, field.value()];
      } catch {
        return [key, null];
      }
    });
    return { ...Object.fromEntries(values), players: this.players() };
  }

  /** Shows what goes together with what is chosen. */
  settle() {
    const { values, left, barred } = settled(this.properties, this.chosen());
    for (const [key, field] of this.fields) {
      hide(field.element, left.has(key));
      if (left.has(key)) continue;
      field.bar(barred.get(key) ?? []);
      if (barred.has(key)) field.set(values[key]);
    }
    for (const { element, fields } of this.groups) element.hidden = fields.every((field) => field.element.hidden);
  }

  /** The options to be sent; SyntaxError if a document is no JSON. */
  value() {
    const wanted = [...this.fields].filter(([, { element }]) => !element.hidden);
    return { ...Object.fromEntries(wanted.map(([key, field]) => [key, field.value()])), players: this.players() };
  }
}
