/** The page of a person: what others see of them, passkeys, the devices on which they are signed in, and their data. */
import { allGames, api, reasonOf } from "./api.js";
import { avatar } from "./avatar.js";
import { foremost, openDialog } from "./dialogs.js";
import { fill, h, say } from "./dom.js";
import { byGame } from "./figures.js";
import { entitle, go, topBar } from "./frame.js";
import { NoticesPart } from "./notices.js";
import { makePasskey, signIn } from "./passkeys.js";
import { nameField } from "./people.js";
import { code, tell } from "./words.js";
/** @import {DeviceInfo, GameInfo, Notices, PasskeyInfo, You} from "./types.js" */

/** @type {import("./app.js").View} */
export async function showYou(root) {
  entitle(root, `${tell("You")} · Waystation`);
  const [you, games, notices] = await Promise.all([api("you"), allGames(), api("you/notices")]);
  const page = new YouPage(you, games, notices);
  root.append(topBar(), page.element);
}

class YouPage {
  /**
   * @param {You} you
   * @param {GameInfo[]} games
   * @param {Notices} notices
   */
  constructor(you, games, notices) {
    this.passkeys = h("section", { class: "you-part", "aria-label": tell("Passkeys") });
    this.devices = h("section", { class: "you-part", "aria-label": tell("Devices") });
    this.element = h(
      "main",
      { class: "narrow you" },
      h("h1", {}, tell("You")),
      whoIsThis(you),
      playedPart(you, games),
      new NoticesPart(notices).element,
      this.passkeys,
      this.devices,
      this.dataPart(),
    );
    this.show(you);
  }

  /** @param {You} you */
  show(you) {
    fill(this.passkeys, ...this.passkeyPart(you));
    fill(this.devices, ...this.devicePart(you));
  }

  /** @param {You} you */
  passkeyPart({ passkeys, no_passkeys: whyNot }) {
    const can = !whyNot && "credentials" in navigator && "PublicKeyCredential" in window;
    const why = whyNot || (can ? "" : tell("This browser knows no passkeys."));
    const lead = passkeys.length
      ? tell("With one of these you are you on any device, without a password.")
      : tell("A passkey makes you the same person on all your devices: your tables, seats and name come along. There is no password, and nobody else has to know of it.");
    const enter = async () => {
      const signed = await signIn();
      if (!signed) return;
      dispatchEvent(new CustomEvent("waystation:person"));
      if (signed.tables) told(tell("{n:table has|tables have} come along.", { n: signed.tables }));
    };
    return [
      h("h2", {}, tell("Passkeys")),
      h("p", {}, lead),
      passkeys.length > 0 && h("ul", { class: "things" }, ...passkeys.map((one) => this.passkeyRow(one))),
      why && h("p", { class: "quiet" }, why),
      can &&
        h(
          "div",
          { class: "buttons" },
          this.button(tell("Add a passkey"), makePasskey, passkeys.length ? "" : "primary"),
          this.button(tell("Sign in with a passkey"), enter, ""),
        ),
    ];
  }

  /** @param {PasskeyInfo} passkey */
  passkeyRow({ id, name, added, used, synced }) {
    const rename = () => {
      const field = h("input", { value: name, maxlength: 40, "aria-label": tell("Name of the passkey") });
      const keep = this.button(
        tell("Keep"),
        async () => {
          if (!field.value.trim()) return field.focus();
          const you = await api(`you/passkeys/${id}`, { body: { name: field.value } });
          dialog.close();
          return you;
        },
        "primary",
      );
      const dialog = openDialog(tell("Name of the passkey"), h("div", { class: "buttons" }, field, keep));
    };
    const remove = async () => {
      if (!confirm(tell("Take the passkey {name} away? It will not sign you in any more.", { name }))) return null;
      return api(`you/passkeys/${id}`, { method: "DELETE" });
    };
    const facts = [
      tell("added {when}", { when: day(added) }),
      used ? tell("used {when}", { when: day(used) }) : tell("not used yet"),
      synced ? tell("kept with your other devices") : "",
    ];
    return h(
      "li",
      { class: "thing" },
      h("span", { class: "thing-name" }, h("b", {}, name || tell("Passkey")), h("span", { class: "quiet" }, facts.filter(Boolean).join(" · "))),
      h(
        "span",
        { class: "buttons" },
        h("button", { onclick: rename, "aria-label": tell("Rename {name}", { name }) }, tell("Rename")),
        this.button(tell("Remove"), remove, "", tell("Remove {name}", { name })),
      ),
    );
  }

  /** @param {You} you */
  devicePart({ devices }) {
    const others = () => api("you/sign-out-others", { method: "POST" });
    const leave = async () => {
      const sure = tell("Sign out here? Without a passkey, what you have played on this device can't be reached any more.");
      if (!confirm(sure)) return;
      await api("sign-out", { method: "POST" });
      go("/");
    };
    return [
      h("h2", {}, tell("Signed in on")),
      h("ul", { class: "things" }, ...devices.map((one) => this.deviceRow(one))),
      devices.length === 0 && h("p", { class: "quiet" }, tell("Take a name first: then this device is known as yours.")),
      h(
        "div",
        { class: "buttons" },
        devices.length > 1 && this.button(tell("Sign out everywhere else"), others, ""),
        this.button(tell("Sign out here"), leave, ""),
      ),
    ];
  }

  /** @param {DeviceInfo} device */
  deviceRow({ id, name, last, here }) {
    const called = name || tell("A browser");
    const signOut = () => api(`you/devices/${id}`, { method: "DELETE" });
    return h(
      "li",
      { class: "thing" },
      h("span", { class: "thing-name" }, h("b", {}, called), h("span", { class: "quiet" }, here ? tell("this device") : tell("last here {when}", { when: day(last) }))),
      !here && this.button(tell("Sign out"), signOut, "", tell("Sign out {name}", { name: called })),
    );
  }

  dataPart() {
    const file = async () => saved("waystation-about-me.json", JSON.stringify(await api("you/export"), null, 1));
    return h(
      "section",
      { class: "you-part", "aria-label": tell("Your data") },
      h("h2", {}, tell("Your data")),
      h("p", {}, tell("All that is kept of you here, as one file: your games with their records, ratings, devices, what you have said.")),
      h(
        "div",
        { class: "buttons" },
        this.button(tell("Download my data"), file, ""),
        h("button", { type: "button", class: "danger", onclick: () => this.askToForget() }, tell("Delete my account…")),
      ),
    );
  }

  askToForget() {
    const goes = [
      tell("your name, picture, ratings, passkeys, the devices on which you are signed in, and where you are told of things"),
      tell("the links that bring you back to your seats"),
      tell("your tables at which nobody else sits, with their games"),
    ];
    const stays = [
      tell("games that others have played with you, which are their memories, too: your seat is called “Former player” there"),
      tell("what you have written in a chat, without your name"),
      tell("the ratings of others, as they are"),
    ];
    const sure = h("input", { type: "checkbox", onchange: () => (forget.disabled = !sure.checked) });
    const forget = this.button(
      tell("Delete my account"),
      async () => {
        await api("you", { method: "DELETE" });
        dialog.close();
        go("/");
      },
      "danger",
    );
    forget.disabled = true;
    const items = (/** @type {string[]} */ texts) => h("ul", {}, ...texts.map((text) => h("li", {}, text)));
    const dialog = openDialog(
      tell("Delete my account"),
      h("p", {}, tell("This cannot be taken back. What goes:")),
      items(goes),
      h("p", {}, tell("At tables that go on, a bot plays your seat to the end; rated games that have begun are lost. What stays:")),
      items(stays),
      h("label", { class: "choice" }, sure, tell("I want this, for ever.")),
      h("div", { class: "buttons" }, forget, h("button", { type: "button", onclick: () => dialog.close() }, tell("Keep my account"))),
    );
  }

  /**
   * A button that does something on the server; what comes back is shown, a refusal beside it.
   * @param {string} label
   * @param {() => Promise<You | null | void>} act
   * @param {string} kind
   * @param {string} [spoken]
   */
  button(label, act, kind, spoken) {
    const press = async () => {
      button.disabled = true;
      try {
        const you = await act();
        if (you) this.show(you);
      } catch (error) {
        told(reasonOf(error));
      } finally {
        button.disabled = false;
      }
    };
    const button = h("button", { type: "button", class: kind || null, onclick: press, "aria-label": spoken }, label);
    return button;
  }
}

/** @param {You} you */
function whoIsThis({ name }) {
  const field = nameField();
  field.show(name);
  const picture = h("div", { class: "you-picture" }, avatar(name || "?"));
  field.element.addEventListener("input", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    picture.replaceChildren(avatar(value.trim() || "?"));
  });
  return h(
    "section",
    { class: "you-part you-name", "aria-label": tell("Name") },
    picture,
    h("div", {}, field.element, h("p", { class: "help" }, tell("Others see this name. The picture is made from it."))),
  );
}

/**
 * What I have played, with the way to it, and to what others see of me.
 * @param {You} you
 * @param {GameInfo[]} games
 */
function playedPart({ played }, games) {
  return h(
    "section",
    { class: "you-part figures", "aria-label": tell("Your games") },
    h("h2", {}, tell("Your games")),
    played?.games
      ? h("p", {}, tell("{n:game|games} played to the end, {wins} won.", { n: played.games, wins: played.wins }))
      : h("p", { class: "quiet" }, tell("You have played none to the end yet.")),
    played && byGame(played, games),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button", href: "/games" }, tell("Finished games")),
      played && h("a", { class: "button", href: `/person/${played.person}` }, tell("What others see")),
    ),
  );
}

/**
 * Puts a text into a file of the browser's.
 * @param {string} name
 * @param {string} text
 */
function saved(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {string} text */
function told(text) {
  const note = h("p", { class: "notice told", role: "status" });
  foremost().append(note);
  say(note, text);
  setTimeout(() => note.remove(), 6000);
}

/** @param {number} seconds since 1970 */
const day = (seconds) => new Date(seconds * 1000).toLocaleDateString(code(), { day: "numeric", month: "short", year: "numeric" });
