/** The part of one's own page that says of what one is told while one looks elsewhere, where, and when not. */
import { api, reasonOf } from "./api.js";
import { fill, h, say } from "./dom.js";
import { code, mark, tell } from "./words.js";
/** @import {NoticeWishes, Notices, PushInfo} from "./types.js" */

/** What there is to be told, by its kind. */
const KINDS = {
  turn: mark("It is my turn"),
  joined: mark("Somebody sits down at my table"),
  undo: mark("I am asked whether moves may be taken back"),
  round: mark("A tournament has a new table for me"),
  over: mark("A game is over"),
};
const ALL = /** @type {NoticeWishes["push"]} */ (Object.keys(KINDS));
const NIGHT = /** @type {[string, string]} */ (["22:00", "08:00"]);

/** The time zone of this browser. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

export class NoticesPart {
  /** @param {Notices} notices */
  constructor(notices) {
    this.notices = notices;
    this.doing = Promise.resolve(); // one thing after the other: each begins with what the one before has made
    this.here = /** @type {string | null} */ (null); // what this browser is called among those that take pushes
    this.address = ""; // as it is being written: it stays there if it is refused
    this.body = h("div");
    this.problem = h("p", { class: "problem", role: "alert" });
    this.done = h("p", { class: "saved", role: "status" });
    this.element = h(
      "section",
      { class: "you-part tell-me", "aria-label": tell("Tell me when") },
      h("h2", {}, tell("Tell me when")),
      h("p", {}, tell("While you look elsewhere, you can be told what has come up at your tables. Many moves are one notice, and nothing secret is in it.")),
      this.body,
      this.problem,
      this.done,
    );
    this.show(notices);
    ownId().then((id) => {
      this.here = id;
      this.show(this.notices);
    });
  }

  /** @param {Notices} notices */
  show(notices) {
    this.notices = notices;
    const ways = notices.pushes.length > 0 || notices.mail !== "";
    fill(this.body, ...this.browsers(notices), ...this.letters(notices), ...(ways ? this.wishes(notices) : []));
  }

  // ---------------------------------------------------------------- where

  /** @param {Notices} notices */
  browsers({ pushes }) {
    const why = whyNotHere();
    const known = pushes.some(({ id }) => id === this.here);
    return [
      h("h3", {}, tell("In your browsers")),
      pushes.length > 0 && h("ul", { class: "things" }, ...pushes.map((one) => this.browserRow(one))),
      why && !known && h("p", { class: "quiet" }, why),
      !why && !known && this.button(tell("Tell me in this browser"), () => this.tellHere(), pushes.length ? "" : "primary"),
    ];
  }

  /** @param {PushInfo} push */
  browserRow({ id, name, added }) {
    const called = name || tell("A browser");
    const facts = id === this.here ? tell("this browser") : tell("added {when}", { when: day(added) });
    const remove = async () => {
      if (id === this.here) await (await subscription())?.unsubscribe();
      return api(`you/notices/push/${id}`, { method: "DELETE" });
    };
    return h(
      "li",
      { class: "thing" },
      h("span", { class: "thing-name" }, h("b", {}, called), h("span", { class: "quiet" }, facts)),
      this.button(tell("Remove"), remove, "", tell("Tell me nothing in {name}", { name: called })),
    );
  }

  /** @returns {Promise<Notices>} */
  async tellHere() {
    if ((await Notification.requestPermission()) !== "granted")
      throw new Error(tell("This browser does not let the page show notices: allow it in the settings of the browser for this page."));
    const made = await subscribed(this.notices.push_key);
    const told = await api("you/notices/push", { body: made });
    this.here = await ownId();
    return told.wishes.push.length ? told : this.keep({ ...told.wishes, push: ALL });
  }

  /** @param {Notices} notices */
  letters({ can_mail: can, mail, confirmed }) {
    if (!can) return [];
    const title = h("h3", {}, tell("By e-mail"));
    const remove = this.button(tell("Remove"), () => api("you/notices/mail", { method: "DELETE" }), "", tell("Forget my address"));
    if (mail) {
      const state = confirmed ? tell("letters come here") : tell("Open the link in the letter that went there: until then, nothing more comes.");
      const name = h("span", { class: "thing-name" }, h("b", {}, mail), h("span", { class: "quiet" }, state));
      return [title, h("ul", { class: "things" }, h("li", { class: "thing" }, name, remove))];
    }
    const field = h("input", { type: "email", autocomplete: "email", placeholder: "name@example.org", maxlength: 254, value: this.address, oninput: () => (this.address = field.value), "data-key": "mail", "aria-label": tell("E-mail address") });
    const ask = async () => {
      if (field.value.length < 3) throw new Error(tell("This is no e-mail address: it is written as name@example.org."));
      const told = await api("you/notices/mail", { body: { address: field.value } });
      return told.wishes.mail.length ? told : this.keep({ ...told.wishes, mail: ALL });
    };
    return [title, h("div", { class: "buttons" }, field, this.button(tell("Send a letter to confirm it"), ask, ""))];
  }

  // ---------------------------------------------------------------- of what, and when

  /** @param {Notices} notices */
  wishes({ wishes, pushes, mail }) {
    const columns = [
      pushes.length > 0 && { way: /** @type {const} */ ("push"), title: tell("in browsers") },
      mail !== "" && { way: /** @type {const} */ ("mail"), title: tell("by e-mail") },
    ].filter((column) => column !== false);
    const rows = Object.entries(KINDS).map(([kind, text]) =>
      h("tr", {}, h("th", { scope: "row" }, tell(text)), ...columns.map(({ way, title }) => h("td", {}, this.tick(way, kind, `${tell(text)}, ${title}`)))),
    );
    const heads = columns.map(({ title }) => h("th", { scope: "col" }, title));
    return [
      h("h3", {}, tell("Of what")),
      h("table", {}, h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...rows)),
      this.quiet(wishes),
      h("div", { class: "buttons" }, this.button(tell("Send me one now"), () => this.tryOut(), "")),
    ];
  }

  /**
   * @param {"push" | "mail"} way
   * @param {string} kind
   * @param {string} label
   */
  tick(way, kind, label) {
    const wished = () => /** @type {string[]} */ (this.notices.wishes[way]);
    const change = (/** @type {Event} */ { target }) => {
      const { checked } = /** @type {HTMLInputElement} */ (target);
      const others = () => wished().filter((one) => one !== kind);
      this.act(() => this.keep({ [way]: checked ? [...others(), kind] : others() }));
    };
    return h("input", { type: "checkbox", checked: wished().includes(kind), "data-key": `${way} ${kind}`, "aria-label": label, onchange: change });
  }

  /** @param {NoticeWishes} wishes */
  quiet(wishes) {
    const times = wishes.quiet ?? NIGHT;
    const change = () => {
      const quiet = /** @type {NoticeWishes["quiet"]} */ (on.checked ? [from.value || NIGHT[0], to.value || NIGHT[1]] : null);
      this.act(() => this.keep({ quiet, zone: quiet ? zone() : "" }));
    };
    const on = h("input", { type: "checkbox", checked: wishes.quiet !== null, "data-key": "quiet", onchange: change });
    // A browser tells of a change with every digit, and what is kept is drawn anew: it counts when one has left both fields.
    const left = (/** @type {FocusEvent} */ { relatedTarget }) =>
      relatedTarget !== from && relatedTarget !== to && (from.value !== times[0] || to.value !== times[1]) && change();
    const time = (/** @type {number} */ which, /** @type {string} */ label) =>
      h("input", { type: "time", value: times[which], required: true, disabled: !wishes.quiet, "data-key": `time ${which}`, "aria-label": label, onblur: left });
    const [from, to] = [time(0, tell("Quiet from")), time(1, tell("Quiet until"))];
    return [
      h("div", { class: "choice quiet-hours" }, h("label", { class: "choice" }, on, tell("Quiet hours")), h("span", {}, from, "–", to)),
      wishes.quiet && h("p", { class: "help" }, tell("In the time of {zone}. What comes up then waits, and is one notice in the end.", { zone: wishes.zone || "UTC" })),
    ];
  }

  /**
   * @param {Partial<NoticeWishes>} changed
   * @returns {Promise<Notices>}
   */
  keep(changed) {
    return api("you/notices", { body: { ...this.notices.wishes, ...changed } });
  }

  async tryOut() {
    const { sent, failed } = await api("you/notices/try", { method: "POST" });
    const told = failed
      ? tell("{n:place has|places have} not taken it; {sent} have.", { n: failed, sent })
      : tell("On its way to {n:place|places}.", { n: sent });
    return { ...(await api("you/notices")), told };
  }

  // ---------------------------------------------------------------- doing it

  /**
   * @param {string} label
   * @param {() => Promise<Notices & {told?: string}>} act
   * @param {string} kind
   * @param {string} [spoken]
   */
  button(label, act, kind, spoken) {
    const press = async () => {
      button.disabled = true;
      await this.act(act);
      button.disabled = false;
    };
    const button = h("button", { type: "button", class: kind || null, "data-key": spoken ?? label, onclick: press, "aria-label": spoken }, label);
    return button;
  }

  /** @param {() => Promise<Notices & {told?: string}>} act */
  act(act) {
    this.doing = this.doing.then(() => this.actNow(act));
    return this.doing;
  }

  /** @param {() => Promise<Notices & {told?: string}>} act */
  async actNow(act) {
    say(this.problem, "");
    say(this.done, "");
    try {
      const found = await act();
      this.show(found);
      say(this.done, found.told ?? tell("saved"));
    } catch (error) {
      this.show(this.notices); // what was ticked is not so
      say(this.problem, reasonOf(error));
    }
  }
}

// -------------------------------------------------------------------- this browser

/** Why nothing can be pushed to this browser; empty if it can. */
function whyNotHere() {
  if (!isSecureContext) return tell("Browsers take notices over HTTPS only.");
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "";
  return tell("This browser takes no notices. On an iPhone or iPad, put this page on the home screen first.");
}

/** What this browser has promised to take, if it has. */
async function subscription() {
  if (whyNotHere()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/pushworker.js");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** What the server calls this browser, if it takes pushes. */
async function ownId() {
  const found = await subscription().catch(() => null);
  if (!found) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(found.endpoint)));
  return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Lets this browser take what the server with this key pushes.
 * @param {string} key
 */
async function subscribed(key) {
  await navigator.serviceWorker.register("/pushworker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  try {
    const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
    return { endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  } catch (error) {
    throw new Error(tell("This browser can't reach its push service now."), { cause: error });
  }
}

/** @param {number} seconds since 1970 */
const day = (seconds) => new Date(seconds * 1000).toLocaleDateString(code(), { day: "numeric", month: "short", year: "numeric" });
