"""A small OpenID Connect provider on this machine: discovery, authorization code, tokens signed with RS256.

Whoever ``claims`` describes is logged in at once. Not here: pages to log in on, or anything beside the
authorization code flow.
"""

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "kifuda-test", "a secret of the client"
FOR = 600
"""Seconds for which a token holds."""


class Provider:
    """``claims`` are those of whoever logs in next; ``key`` signs."""

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {}
        self.key = RSAKey.generate_key(2048, parameters={"kid": "one", "use": "sig", "alg": "RS256"})
        self.waiting: dict[str, dict[str, Any]] = {}
        self.issuer = ""

    def authorize(self, query: dict[str, list[str]]) -> str:
        """Where the browser goes back to, with a code."""
        code = secrets.token_urlsafe()
        self.waiting[code] = {**self.claims, "nonce": query["nonce"][0]} if "nonce" in query else self.claims
        return f"{query['redirect_uri'][0]}?{urlencode({'code': code, 'state': query['state'][0]})}"

    def token(self, code: str) -> dict[str, Any]:
        """The tokens for a code, which counts once."""
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + FOR, **self.waiting.pop(code)}
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)
        return {
            "access_token": secrets.token_urlsafe(),
            "token_type": "Bearer",
            "expires_in": FOR,
            "id_token": signed,
        }

    @property
    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }


@contextmanager
def provider() -> Iterator[Provider]:
    """A provider that listens as long as the block lasts."""
    made = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            match url.path:
                case "/.well-known/openid-configuration":
                    self._json(made.metadata)
                case "/jwks":
                    self._json({"keys": [made.key.as_dict(private=False)]})
                case "/authorize":
                    self.send_response(302)
                    self.send_header("Location", made.authorize(parse_qs(url.query)))
                    self.end_headers()
                case _:
                    self.send_error(404)

        def do_POST(self) -> None:
            body = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            code = body.get("code", [""])[0]
            if urlsplit(self.path).path != "/token" or code not in made.waiting:
                self.send_error(400)
                return
            self._json(made.token(code))

        def _json(self, value: object) -> None:
            data = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("localhost", 0), Handler)
    made.issuer = f"http://localhost:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
