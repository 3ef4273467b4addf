/** Says that there is no network, where the page needs one: with a server behind it. */
import { h } from "./dom.js";
import { tell } from "./words.js";

/** A server on one's own machine, or in the house, needs no network. */
const reached = () => fetch("/health", { cache: "no-store" }).then(({ ok }) => ok, () => false);

const AGAIN = 5000; // ms: an answer may still have come while the network went

export function tellOffline() {
  let again = 0;
  const told = h("p", { class: "offline", role: "status" });
  document.body.append(told);
  const look = async () => {
    clearTimeout(again);
    const away = !navigator.onLine && !(await reached()) && !navigator.onLine;
    told.textContent = away
      ? tell("You are offline. Tables live on a server: the page goes on by itself as soon as it can be reached.")
      : "";
    if (!navigator.onLine && !away) again = setTimeout(look, AGAIN);
  };
  for (const change of ["online", "offline"]) addEventListener(change, look);
  look();
}
