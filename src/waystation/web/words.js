/**
 * Sentences of the page: English templates with named arguments, said in the language that the server speaks. The
 * templates are written as in waystation.engine.words: {name}, {n:card|cards} (a number and its noun), {n?is|are} (only
 * the form that fits), a list becomes "a, b and c", {{ and }} are braces.
 */

const HOLE = /\{\{|\}\}|\{([A-Za-z_]\w*)([^{}]*)\}/g;

/** @typedef {{code: string, messages: Record<string, string>, forms: number[]}} Language a language file */

/** @type {Language} */
export const ENGLISH = { code: "en", messages: {}, forms: [] };

let language = ENGLISH;

/** @param {Language} spoken from now on */
export function speak(spoken) {
  language = spoken;
}

/** What this page speaks, for dates and numbers. */
export const code = () => language.code;

/**
 * @param {string} template
 * @param {Record<string, any>} [args]
 */
export function tell(template, args = {}) {
  return (language.messages[template] ?? template).replaceAll(HOLE, (hole, name, how) =>
    name ? filled(args[name], how) : hole[0],
  );
}

/**
 * A template that is told later, for tables of sentences.
 * @param {string} template
 */
export const mark = (template) => template;

/**
 * @param {any} value
 * @param {string} how
 */
function filled(value, how) {
  if (!how) return Array.isArray(value) ? listed(value.map(String)) : String(value);
  const n = Array.isArray(value) ? value.length : value;
  const forms = how.slice(1).split("|");
  const form = forms[Math.min(formOf(n), forms.length - 1)];
  return how[0] === ":" ? `${n} ${form}` : form;
}

/** @param {number} n */
function formOf(n) {
  return language.forms.length ? language.forms[n < 200 ? n : 100 + (n % 100)] : Number(n !== 1);
}

/**
 * @param {string[]} items
 * @returns {string}
 */
function listed(items) {
  if (items.length < 2) return items.join("");
  const [first, ...rest] = items;
  return rest.length === 1
    ? tell("{first} and {last}", { first, last: rest[0] })
    : tell("{first}, {rest}", { first, rest: listed(rest) });
}
