/**
 * Where the tables of this browser are kept: IndexedDB, as texts. Python asks for them (see tab/storage.py), here they
 * are only found and put. Several tabs share them: a change says how far it takes a table to be, and is not made if
 * another tab was there before; whoever has made one tells the other tabs.
 */

const STORES = ["tables", "log", "shots", "settings"];

/** @typedef {[store: string, key: (string | number)[], text: string | null]} Change */

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("waystation", 1);
    request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** All keys that begin so. @param {(string | number)[]} key */
const under = (key) => IDBKeyRange.bound(key, [...key, []]); // a list comes behind every number and text

export class Keep {
  /** @param {(table: string) => void} onMoved another tab has changed a table, or, without a name, the settings */
  constructor(onMoved) {
    this.channel = new BroadcastChannel("waystation");
    this.channel.onmessage = ({ data }) => onMoved(data);
    this.database = open();
    this.database.catch(() => undefined); // `begin` says so
  }

  /**
   * A browser cuts the connection of a page that it put to sleep: then there is another one.
   * @param {string | string[]} stores
   * @param {"readonly" | "readwrite"} [mode]
   * @param {IDBTransactionOptions} [how]
   */
  async transaction(stores, mode, how) {
    try {
      return (await this.database).transaction(stores, mode, how);
    } catch {
      this.database = open();
      return (await this.database).transaction(stores, mode, how);
    }
  }

  /** @param {string} store */
  async all(store) {
    const from = (await this.transaction(store)).objectStore(store);
    return Promise.all([result(from.getAllKeys()), result(from.getAll())]);
  }

  async begin() {
    const [[, tables], [names, settings]] = await Promise.all([this.all("tables"), this.all("settings")]);
    return JSON.stringify({
      tables: tables.map(({ text }) => text),
      settings: Object.fromEntries(names.map((name, index) => [name, settings[index]])),
    });
  }

  /** @param {string} table */
  async fetch(table) {
    const tx = await this.transaction(["tables", "log", "shots"]);
    const shots = tx.objectStore("shots");
    const [head, log, plies, positions] = await Promise.all([
      result(tx.objectStore("tables").get(table)),
      result(tx.objectStore("log").getAll(under([table]))),
      result(shots.getAllKeys(under([table]))),
      result(shots.getAll(under([table]))),
    ]);
    const at = plies.map((key, index) => [/** @type {any} */ (key)[1], positions[index]]);
    return JSON.stringify({ head: head?.text ?? null, log, shots: at });
  }

  /**
   * @param {string} expected
   * @param {string} changes
   * @returns {Promise<"kept" | "moved" | "full">}
   */
  async save(expected, changes) {
    /** @type {[string, number | null][]} */
    const ends = JSON.parse(expected);
    /** @type {Change[]} */
    const all = JSON.parse(changes);
    try {
      const tx = await this.transaction(STORES, "readwrite", { durability: "relaxed" });
      const done = new Promise((resolve, reject) => {
        tx.oncomplete = resolve;
        tx.onabort = () => reject(tx.error);
      });
      done.catch(() => undefined); // it is waited for below, if it comes to that
      for (const [table, seq] of ends)
        if (((await result(tx.objectStore("tables").get(table)))?.seq ?? null) !== seq) {
          tx.abort();
          return "moved";
        }
      for (const change of all) put(tx, change);
      await done;
    } catch {
      return "full"; // whatever a browser says that has no room
    }
    for (const [table] of ends) this.channel.postMessage(table);
    if (all.some(([store]) => store === "settings")) this.channel.postMessage("");
    return "kept";
  }
}

/**
 * @param {IDBTransaction} tx
 * @param {Change} change
 */
function put(tx, [name, key, text]) {
  const store = tx.objectStore(name);
  const alone = name === "tables" || name === "settings";
  if (text === null) store.delete(alone ? key[0] : key.length > 1 ? key : under(key));
  else if (name === "tables") store.put({ seq: JSON.parse(text).row.seq, text }, key[0]);
  else store.put(text, alone ? key[0] : key);
}
