/** Says that there is no network, where the page needs one: with a server behind it. */
import { h } from "./dom.js";
import { tell } from "./words.js";

/** A server on one's own machine, or in the house, needs no network. */
const reached = () => fetch("/health", { cache: "no-store" }).then(({ ok }) => ok, () => false);

export function tellOffline() {
  const told = h("p", { class: "offline", role: "status" });
  document.body.append(told);
  const look = async () => {
    const away = !navigator.onLine && !(await reached()) && !navigator.onLine;
    told.textContent = away
      ? tell("You are offline. Tables live on a server: the page goes on by itself as soon as it can be reached.")
      : "";
  };
  for (const change of ["online", "offline"]) addEventListener(change, look);
  look();
}
