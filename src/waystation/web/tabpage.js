/** What the page has beside its views where there is no server: Python is fetched, and it is said if nothing can be kept. */
import { h } from "./dom.js";
import { onStorage, startTab } from "./tab.js";
import { tell } from "./words.js";

export function begin() {
  startTab();
  onStorage((reason) => {
    const gone = () => told.remove();
    const told = h(
      "p",
      { class: "notice told kept", role: "alert" },
      reason,
      " ",
      h("button", { class: "icon", "aria-label": tell("Close"), onclick: gone }, "✕"),
    );
    document.querySelector(".told.kept")?.remove();
    document.body.append(told);
  });
}
