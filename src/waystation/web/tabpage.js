/**
 * What the page has beside its views where there is no server: a bar tells how far Python is; the site is kept for
 * offline use; and it is said if tables cannot be kept.
 */
import { h } from "./dom.js";
import { keepSite } from "./keeping.js";
import { showProgress } from "./progress.js";
import { onStorage } from "./tab.js";
import { tell } from "./words.js";

export function begin() {
  showProgress();
  import("./table.js").catch(() => undefined); // a table is what comes next, and until Python is there is time
  keepSite();
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
