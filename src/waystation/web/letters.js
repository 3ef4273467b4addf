/** Where the links of letters lead: saying that an address is right, and that no more letters shall come. */
import { api, fetched, reasonOf } from "./api.js";
import { fill, h, say } from "./dom.js";
import { entitle, topBar } from "./frame.js";
import { tell } from "./words.js";

/**
 * The secret is behind the #, and a click is asked for: programs that look at letters open their links.
 * @type {import("./app.js").View}
 */
export async function showConfirm(root) {
  const secret = location.hash.slice(1);
  ask(root, tell("Is this your address?"), tell("Then you are told by e-mail, while you look elsewhere, what comes up at your tables."), tell("Yes, write to me there"), async () => {
    if (!/^[\w-]{1,64}$/.test(secret)) throw new Error(tell("This link leads nowhere (any more): ask for another letter.")); // a part of one
    await api("confirm", { body: { secret } });
    return tell("Thank you. From now on, letters come there.");
  });
}

/** @type {import("./app.js").View} */
export async function showStop(root, [secret]) {
  ask(root, tell("No more letters?"), tell("You are not written to any more about your tables; the address is forgotten."), tell("Stop the letters"), async () => {
    const answer = await fetched(`/stop/${secret ?? ""}`, { method: "POST" });
    if (!answer.ok) throw new Error(tell("The server answered {status}.", { status: answer.status }));
    return tell("No more letters will come.");
  });
}

/**
 * A page with one question and one button.
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string} text
 * @param {string} label
 * @param {() => Promise<string>} act what is told when it is done
 */
function ask(root, title, text, label, act) {
  entitle(root, `${title} · Waystation`);
  const problem = h("p", { class: "problem", role: "alert" });
  const home = h("p", {}, h("a", { href: "/you" }, tell("What you are told, and when")));
  const press = async () => {
    try {
      const done = await act();
      fill(main, h("h1", {}, title), h("p", { role: "status" }, done), home);
    } catch (error) {
      say(problem, reasonOf(error));
    }
  };
  const main = h("main", { class: "narrow" }, h("h1", {}, title), h("p", {}, text), h("button", { class: "primary", onclick: press }, label), problem);
  root.append(topBar(), main);
}
