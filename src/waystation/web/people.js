/** Who one is: the name that others see, and the picture that comes with it. */
import { api } from "./api.js";
import { avatar } from "./avatar.js";
import { h, say } from "./dom.js";
import { tell } from "./words.js";

/**
 * A field for one's name, which is saved when it is left. `show` puts a name there unless one is being written;
 * `saved` waits until what is written is known to the server.
 */
export function nameField() {
  const state = h("span", { class: "saved", role: "status" });
  const picture = h("span", { class: "picture-of-me" });
  const draw = () => picture.replaceChildren(...(input.value.trim() ? [avatar(input.value.trim())] : []));
  let kept = "";
  const save = async () => {
    const name = input.value.trim();
    if (!name || name === kept) return;
    await api("me", { body: { name } });
    kept = name;
    if (input.value.trim() === name) say(state, tell("saved"));
  };
  let saving = Promise.resolve();
  const saved = () => (saving = saving.catch(() => undefined).then(save));
  const input = h("input", {
    maxlength: 24,
    placeholder: tell("your name"),
    autocomplete: "nickname",
    oninput: () => (draw(), say(state, "")),
    onchange: saved,
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && input.blur(),
  });
  const show = (/** @type {string} */ name) => {
    kept = name;
    input.value ||= name;
    draw();
  };
  return { element: h("label", { class: "name-field" }, `${tell("You play as")} `, picture, input, state), show, saved };
}
