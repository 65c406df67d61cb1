"""The certificate of a server that speaks TLS by itself: looked at before anything starts, and once a day after that.

A certificate that was renewed on the disk is taken up by itself; one that is about to end is said in the log.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from mischief.engine.errors import BadOption

log = logging.getLogger("mischief.server")

SOON = 21
"""Days before its end from which the log speaks of it: more than what those who renew by themselves leave."""
LOOK = 3600.0
"""Seconds between two looks at the files."""
DAY = 86_400.0


class Certificate:
    """Two files in PEM form: the certificate with its chain, and its key."""

    def __init__(self, cert: Path, key: Path) -> None:
        self.cert = cert
        self.key = key
        self.ends = self.read()
        self.seen = self._stamp()
        self.said = -DAY

    def read(self) -> datetime:
        """When it ends. Raises a BadOption that says what is wrong with it."""
        chain = _bytes("--tls-cert", self.cert)
        try:
            first = x509.load_pem_x509_certificates(chain)[0]
        except ValueError:
            raise BadOption(
                f"--tls-cert {self.cert} holds no certificate in PEM form. It should be the certificate followed by "
                "its chain, such as fullchain.pem."
            ) from None
        try:
            own = load_pem_private_key(_bytes("--tls-key", self.key), None)
        except (ValueError, TypeError):
            raise BadOption(
                f"--tls-key {self.key} holds no private key in PEM form that can be read without a password, such as "
                "privkey.pem."
            ) from None
        form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        if own.public_key().public_bytes(*form) != first.public_key().public_bytes(*form):
            raise BadOption(
                f"--tls-key {self.key} does not belong to --tls-cert {self.cert}: name the two of one pair."
            )
        now = datetime.now(UTC)
        if first.not_valid_after_utc <= now:
            raise BadOption(f"--tls-cert {self.cert} ended on {first.not_valid_after_utc:%Y-%m-%d}. Renew it first.")
        if first.not_valid_before_utc > now:
            raise BadOption(
                f"--tls-cert {self.cert} begins on {first.not_valid_before_utc:%Y-%m-%d}. Wait, or set this machine's "
                "clock right."
            )
        return first.not_valid_after_utc

    async def watch(self, context: ssl.SSLContext) -> None:
        """From the start for as long as the server runs."""
        while True:
            self.look(context, time.monotonic())
            await asyncio.sleep(LOOK)

    def look(self, context: ssl.SSLContext, now: float) -> None:
        """Take up what was renewed; say once a day that the end is near."""
        stamp = self._stamp()
        if stamp != self.seen:
            try:
                self.ends = self.read()
                context.load_cert_chain(self.cert, self.key)
                log.info("the certificate was renewed", extra={"ends": f"{self.ends:%Y-%m-%d}"})
                self.seen, self.said = stamp, -DAY
            except (BadOption, ssl.SSLError, OSError) as error:  # half written, perhaps: the old one is still good
                log.warning("the certificate on the disk is not taken up", extra={"why": str(error)})
        left = (self.ends - datetime.now(UTC)).days
        if left < SOON and now - self.said >= DAY:
            self.said = now
            ends = f"{self.ends:%Y-%m-%d}"
            if self.ends <= datetime.now(UTC):
                log.error("the certificate has ended: browsers refuse this server", extra={"ended": ends})
            else:
                log.warning("the certificate is about to end: renew it", extra={"days": left, "ends": ends})

    def _stamp(self) -> tuple[float, ...]:
        try:
            return (self.cert.stat().st_mtime, self.key.stat().st_mtime)
        except OSError:
            return ()


def read_pair(cert: Path | None, key: Path | None) -> Certificate:
    """What the command line names: both files."""
    if cert is None or key is None:
        missing, given = ("--tls-key", "--tls-cert") if key is None else ("--tls-cert", "--tls-key")
        raise BadOption(f"{given} needs {missing} beside it: the certificate and its key go together.")
    return Certificate(cert, key)


def _bytes(option: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadOption(f"{option} {file} cannot be read: {error.strerror}.") from None
