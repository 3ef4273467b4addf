import assert from "node:assert/strict";
import test from "node:test";
import { Keep } from "../../../src/waystation/web/keep.js";

/** As much of a browser's store as is needed here: its connections can be cut. */
function store() {
  const rows = new Map();
  const opened = [];
  const soon = (object, event) => (queueMicrotask(() => object[event]?.()), object);
  const connection = () => ({
    cut: false,
    transaction() {
      if (this.cut) throw new DOMException("the connection is closing", "InvalidStateError");
      const tx = { objectStore: () => ({ get: (key) => soon({ result: rows.get(key) }, "onsuccess"), put: (row, key) => rows.set(key, row) }) };
      setTimeout(() => tx.oncomplete?.());
      return tx;
    },
  });
  const open = () => soon({ result: opened[opened.push(connection()) - 1] }, "onsuccess");
  return { rows, opened, open };
}

test("a table is kept, too, after the browser has cut the connection to its store", async () => {
  const fake = store();
  globalThis.indexedDB = fake;
  const keep = new Keep(() => undefined);
  const saved = (seq) => keep.save(JSON.stringify([["t", seq]]), JSON.stringify([["tables", ["t"], `{"row":{"seq":${(seq ?? 0) + 1}}}`]]));
  assert.equal(await saved(null), "kept");
  fake.opened[0].cut = true;
  assert.equal(await saved(1), "kept");
  assert.equal(fake.rows.get("t").seq, 2);
  assert.equal(fake.opened.length, 2);
  keep.channel.close();
});
