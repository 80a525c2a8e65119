"""Signed notes: a text, and who signed it (https://c2sp.org/signed-note), by Ed25519.

A signer's key is kept as Go's `note` does: `PRIVATE+KEY+NAME+ID+KEY`; what others verify with is `NAME+ID+KEY`.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import sha256
from os import urandom
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ...events.errors import InvalidInput
from ...events.optional import required

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED25519 = b"\x01"
PRIVATE = "PRIVATE+KEY+"
NAME = re.compile(r"[^\s+]{1,100}")
KEY = re.compile(r"([^\s+]{1,100})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})")
SIGNATURE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")


def _ed25519() -> Any:
    required("cryptography", "proof")
    from cryptography.hazmat.primitives.asymmetric import ed25519

    return ed25519


def key_id(name: str, public: bytes) -> bytes:
    """The four bytes by which a key is found among others."""
    return sha256(name.encode() + b"\n" + ED25519 + public).digest()[:4]


@dataclass(frozen=True)
class Verifier:
    """Whoever is trusted to sign: a name and a public key."""

    name: str
    public: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """A key as `str` writes it. Raises InvalidInput."""
        found = KEY.fullmatch(text.strip())
        if found is not None:
            key = b64decode(found[3])
            if key[:1] == ED25519 and key_id(found[1], key[1:]).hex() == found[2]:
                return cls(found[1], key[1:])
        raise InvalidInput("--by", "no key that notes are verified with", "NAME+ID+KEY, as `declarant journal key` prints it")

    @classmethod
    def given(cls, text: str) -> Self:
        """A key, or the one in a file of that name. Raises InvalidInput."""
        try:
            return cls.parse(Path(text).read_text(encoding="utf-8") if KEY.fullmatch(text.strip()) is None else text)
        except (OSError, ValueError):
            return cls.parse(text)

    def __str__(self) -> str:
        return f"{self.name}+{key_id(self.name, self.public).hex()}+{b64encode(ED25519 + self.public).decode()}"

    def opened(self, note: str) -> str:
        """The text of a note that this key signed, other signatures beside it. Raises InvalidInput for any other."""
        text, blank, signatures = note.rpartition("\n\n")
        if blank:
            for line in signatures.splitlines():
                if (found := SIGNATURE.fullmatch(line)) is None:
                    break
                signature = _decoded(found[2])
                if (
                    found[1] == self.name
                    and signature[:4] == key_id(self.name, self.public)
                    and self._signed(text, signature[4:])
                ):
                    return f"{text}\n"
        raise InvalidInput("the signed head", f"no signature of {self.name} that is right", "one")

    def _signed(self, text: str, signature: bytes) -> bool:
        from cryptography.exceptions import InvalidSignature

        try:
            _ed25519().Ed25519PublicKey.from_public_bytes(self.public).verify(signature, f"{text}\n".encode())
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class Signer:
    """A name and a private key."""

    name: str
    seed: bytes

    @classmethod
    def new(cls, name: str) -> Self:
        """One with a key that nobody has. Raises InvalidInput for a name that no signer can have."""
        if not NAME.fullmatch(name) or not name.isprintable():
            raise InvalidInput("--name", repr(name), "a name such as example.org/league, without blanks and plus signs")
        return cls(name, urandom(32))

    @classmethod
    def parse(cls, text: str) -> Self:
        """A key as `str` writes it. Raises InvalidInput, which doesn't show it."""
        found = KEY.fullmatch(text.strip().removeprefix(PRIVATE))
        if text.startswith(PRIVATE) and found is not None:
            key = b64decode(found[3])
            signer = cls(found[1], key[1:])
            if key[:1] == ED25519 and key_id(signer.name, signer.verifier.public).hex() == found[2]:
                return signer
        raise InvalidInput("--key", "no key that signs (it isn't shown)", "a file that `declarant journal key` made")

    def __str__(self) -> str:
        id = key_id(self.name, self.verifier.public).hex()
        return f"{PRIVATE}{self.name}+{id}+{b64encode(ED25519 + self.seed).decode()}"

    def __repr__(self) -> str:
        return f"Signer({self.name!r})"

    @property
    def _key(self) -> Ed25519PrivateKey:
        key: Ed25519PrivateKey = _ed25519().Ed25519PrivateKey.from_private_bytes(self.seed)
        return key

    @property
    def verifier(self) -> Verifier:
        """What others verify this signer's notes with."""
        return Verifier(self.name, self._key.public_key().public_bytes_raw())

    def signed(self, text: str) -> str:
        """A text, which ends a line, as a signed note."""
        signature = key_id(self.name, self.verifier.public) + self._key.sign(text.encode())
        return f"{text}\n— {self.name} {b64encode(signature).decode()}\n"


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""
