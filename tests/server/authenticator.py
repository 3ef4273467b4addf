"""A passkey device in software, and one that cheats."""

from __future__ import annotations

import base64
import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """Makes one passkey, and signs with it. What it says may be changed by a test."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.counter = 0
        self.handle = b""

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.create gives."""
        self.handle = decoded(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], 0x45) + held
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", options["challenge"])
        return self._named({"attestationObject": coded(attested), "clientDataJSON": coded(said)})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.get gives."""
        self.counter += 1
        data, said = self._data(options["rpId"], 0x05), self._said("webauthn.get", options["challenge"])
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "authenticatorData": data,
            "clientDataJSON": said,
            "signature": signature,
            "userHandle": self.handle,
        }
        return self._named({name: coded(value) for name, value in response.items()})

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, server: str, flags: int) -> bytes:
        return sha256(server.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _named(self, response: dict[str, Any]) -> dict[str, Any]:
        return {"id": coded(self.id), "rawId": coded(self.id), "type": "public-key", "response": response}
