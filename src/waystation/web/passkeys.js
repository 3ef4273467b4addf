/** Passkeys: the browser makes and uses them; what is to be signed and what was signed goes as base64url. */
import { api } from "./api.js";
import { tell } from "./words.js";

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {any} credentials */
const named = (credentials) => (credentials ?? []).map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) }));

/**
 * Makes a passkey for who one is now.
 * @returns {Promise<import("./types.js").You | null>} null if one thought better of it
 */
export async function makePasskey() {
  const asked = await api("you/passkeys/begin", { method: "POST" });
  const made = await from(() =>
    navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        user: { ...asked.user, id: bytes(asked.user.id) },
        excludeCredentials: named(asked.excludeCredentials),
      },
    }),
  );
  if (!made) return null;
  const { attestationObject, clientDataJSON } = made.response;
  const response = { attestationObject: text(attestationObject), clientDataJSON: text(clientDataJSON) };
  return api("you/passkeys", { body: { credential: { ...plain(made), response } } });
}

/**
 * Signs in with a passkey of any device.
 * @returns {Promise<import("./types.js").SignedIn | null>} null if one thought better of it
 */
export async function signIn() {
  const asked = await api("sign-in/begin", { method: "POST" });
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: named(asked.allowCredentials) };
  const used = await from(() => navigator.credentials.get({ publicKey }));
  if (!used) return null;
  const { authenticatorData, clientDataJSON, signature, userHandle } = used.response;
  const response = {
    authenticatorData: text(authenticatorData),
    clientDataJSON: text(clientDataJSON),
    signature: text(signature),
    userHandle: userHandle && text(userHandle),
  };
  return api("sign-in", { body: { credential: { ...plain(used), response } } });
}

/** @param {any} credential */
const plain = ({ id, rawId, type }) => ({ id, rawId: text(rawId), type });

/**
 * What a browser gives; null if its person has closed the question, which browsers don't tell from having no passkey.
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<any>}
 */
async function from(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotAllowedError") return null;
    if (error instanceof DOMException && error.name === "InvalidStateError")
      throw new Error(tell("This device has a passkey for you already."), { cause: error });
    throw error;
  }
}
