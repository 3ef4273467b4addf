/**
 * A game's options as a form, made from their JSON Schema. Each option is explained where it is chosen.
 * @import {Schema} from "./types.js"
 */
import { h } from "./dom.js";
import { tell } from "./words.js";

/**
 * `group`: the options it is shown with. `bar` makes values (as text) impossible to choose.
 * @typedef {{value: () => any, set: (value: any) => void, bar: (values: string[]) => void}} Control
 * @typedef {Control & {element: HTMLElement, group: string}} Field
 */

/**
 * The properties of the options' schema.
 * @param {import("./types.js").GameInfo} game
 */
export function optionProperties({ options }) {
  const name = options.$ref?.split("/").at(-1);
  const schema = name ? options.$defs?.[name] : options;
  return schema?.properties ?? {};
}

/** Numbers up to this many choices are picked from a list. */
const FEW = 12;

/**
 * The schema with its references followed; a choice between null and one other becomes `optional`.
 * @param {Schema} schema
 * @param {Record<string, Schema>} defs
 * @returns {Schema & {optional?: boolean}}
 */
export function resolved(schema, defs) {
  if (schema.$ref) {
    const { $ref, ...rest } = schema;
    return { ...resolved(defs[/** @type {string} */ ($ref.split("/").at(-1))] ?? {}, defs), ...rest };
  }
  if (!schema.anyOf) return schema;
  const { anyOf, ...rest } = schema;
  const some = anyOf.map((one) => resolved(one, defs)).filter((one) => one.type !== "null");
  const optional = some.length < anyOf.length;
  if (some.length === 1) return { ...some[0], ...rest, optional };
  const choices = some.flatMap((one) => one.enum ?? []);
  return choices.length ? { ...rest, enum: choices, optional } : { ...rest, optional };
}

/**
 * The values a short list can offer; null if the option needs another field.
 * @param {Schema & {optional?: boolean}} schema
 * @returns {any[] | null}
 */
export function choices(schema) {
  const none = schema.optional ? [null] : [];
  if (schema.enum) return [...none, ...schema.enum.filter((value) => value !== null)];
  const { minimum: low, maximum: high } = schema;
  if (schema.type !== "integer" || low === undefined || high === undefined || high - low >= FEW) return null;
  return [...none, ...Array.from({ length: high - low + 1 }, (_, index) => low + index)];
}

/**
 * @param {string} name
 * @param {Schema} property
 * @param {Record<string, Schema>} defs
 * @returns {Field}
 */
export function optionField(name, property, defs) {
  const schema = resolved(property, defs);
  const title = tell(schema.title ?? name.replaceAll("_", " "));
  const { control, ...does } = makeControl(schema, title);
  const help = inSentences(tell(schema.description ?? ""), usual(schema));
  control.id = `option-${name}`;
  if (help) control.setAttribute("aria-describedby", `help-${name}`);
  const label = h("label", { for: control.id }, title);
  const element = h(
    "div",
    { class: schema.type === "boolean" ? "field tick" : "field" },
    label,
    control,
    help && h("p", { class: "help", id: `help-${name}` }, help),
  );
  return { ...does, element, group: schema.group ?? "" };
}

/**
 * One text behind the other; what does not end as a sentence gets a full stop.
 * @param {...string} texts
 */
export const inSentences = (...texts) =>
  texts
    .filter(Boolean)
    .map((text) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`))
    .join(" ");

/**
 * What an option is if nobody chooses, where that can be said in a word.
 * @param {Schema} schema
 */
function usual({ default: value, type }) {
  if (type === "boolean") return value ? tell("By default: yes.") : tell("By default: no.");
  if (value === "" || value === null || !["string", "number"].includes(typeof value)) return "";
  return tell("By default: {value}.", { value: words(value) });
}

/**
 * @param {Schema & {optional?: boolean}} schema
 * @param {string} option what it is called
 * @returns {Control & {control: HTMLElement}}
 */
function makeControl(schema, option) {
  const list = choices(schema);
  if (schema.type === "boolean") {
    const box = h("input", { type: "checkbox", checked: Boolean(schema.default) });
    return { control: box, value: () => box.checked, set: (value) => (box.checked = value), bar: () => undefined };
  }
  if (list) {
    const options = list.map((value, index) =>
      h(
        "option",
        { value: index, selected: value === (schema.default ?? null) },
        value === null ? tell("as it comes") : words(value),
      ),
    );
    const select = h("select", {}, ...options);
    return {
      control: select,
      value: () => list[select.selectedIndex],
      set: (value) => (select.selectedIndex = list.indexOf(value)),
      bar: (values) => options.forEach((option, index) => (option.disabled = values.includes(String(list[index])))),
    };
  }
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum: min, maximum: max } = schema;
    const step = schema.type === "integer" ? 1 : "any";
    const input = h("input", { type: "number", min, max, step, value: schema.default });
    return { ...written(input), value: () => (input.value === "" ? null : Number(input.value)) };
  }
  if (schema.type === "string") {
    const input = h("input", { type: "text", value: schema.default ?? "" });
    return { ...written(input), value: () => (input.value || !schema.optional ? input.value : null) };
  }
  return jsonControl(schema, option);
}

/**
 * Lists and whole documents (a map, a set of tiles) are pasted as JSON.
 * @param {Schema} schema
 * @param {string} option what it is called
 */
function jsonControl(schema, option) {
  const plain = JSON.stringify(schema.default ?? null);
  const area = h("textarea", { rows: 2, spellcheck: "false" }, plain);
  const value = () => {
    try {
      return JSON.parse(area.value || plain);
    } catch (error) {
      throw new SyntaxError(tell("{option}: this is no JSON ({reason}).", { option, reason: /** @type {Error} */ (error).message }));
    }
  };
  return { ...written(area), value };
}

/**
 * What is written by hand can't be barred: the server says what is wrong with it.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 */
function written(control) {
  return { control, set: (/** @type {any} */ value) => void (control.value = value), bar: () => undefined };
}

/** A value of an option as it is chosen from. @param {any} value */
export function words(value) {
  return typeof value === "string" ? tell(value.replaceAll("_", " ")) : String(value);
}
