/** Says that there is no network, where the page needs one: with a server behind it. */
import { h } from "./dom.js";
import { tell } from "./words.js";

export function tellOffline() {
  const told = h("p", { class: "offline", role: "status" });
  document.body.append(told);
  const look = () => {
    told.textContent = navigator.onLine
      ? ""
      : tell("You are offline. Tables live on a server: the page goes on by itself as soon as it can be reached.");
  };
  for (const change of ["online", "offline"]) addEventListener(change, look);
  look();
}
