"""The client of Posthorn: every operation that answers data, by resource; repetition that cannot do a thing twice."""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import hmac
import importlib
import inspect
import random
import time
import uuid
from collections.abc import Mapping
from typing import Any

import httpx

from .generated.client import Client

__all__ = ["LostAnswerError", "Posthorn", "PosthornError", "RefusedError", "UnreachableError", "WebhookError", "verify_webhook"]

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
MOST_RETRY_AFTER_S = 60.0
WEBHOOK_TOLERANCE_S = 300.0


class PosthornError(Exception):
    """All errors of this client."""


class RefusedError(PosthornError):
    """The service answered, and refused."""

    def __init__(self, response: httpx.Response) -> None:
        try:
            told = response.json().get("error")
        except (ValueError, AttributeError):
            told = None
        envelope = told if isinstance(told, dict) else {}
        super().__init__(told if isinstance(told, str) else envelope.get("message", f"HTTP {response.status_code}"))
        self.status: int = response.status_code
        #: Absent where the service answers with words alone.
        self.code: str | None = envelope.get("code")
        #: Every wrong field.
        self.errors: list[dict[str, Any]] = envelope.get("errors", [])
        self.details: dict[str, Any] = envelope.get("details", {})
        #: Name it when you ask about the request.
        self.request_id: str | None = response.headers.get("x-request-id")
        seconds = response.headers.get("retry-after", "")
        #: Seconds to wait before the next request.
        self.retry_after: float | None = float(seconds) if seconds.isdecimal() else None


class UnreachableError(PosthornError):
    """No answer, or none in time; `__cause__` says why."""


class LostAnswerError(PosthornError):
    """An earlier attempt of this request was carried out, but its answer was lost: do not ask again."""


class WebhookError(PosthornError):
    """The request is not signed with the secret, or not now: do nothing of what it says."""


class _Json(dict):
    """A plain dictionary where the generated code wants a model."""

    def to_dict(self) -> dict[str, Any]:
        return self


class _Resource:
    """`posthorn.contacts.get_contact(id=…)` is the module `generated/api/contacts/get_contact.py`."""

    def __init__(self, ask: Any, name: str) -> None:
        self._ask = ask
        self._name = name

    def __getattr__(self, operation: str) -> Any:
        try:
            module = importlib.import_module(f".generated.api.{self._name}.{operation}", __name__)
        except ModuleNotFoundError as error:
            raise AttributeError(f"{self._name} has no operation {operation}") from error
        return functools.partial(self._ask, module)


class Posthorn:
    """
    A client. Resources are attributes, their operations methods that take keywords: `posthorn.sending.send_email(body={…})`.

    They answer the models of `posthorn.generated.models`, without the wrapper `{success, data}`, and raise RefusedError,
    UnreachableError, LostAnswerError; TypeError where something is missing.
    """

    def __init__(
        self,
        base_url: str,
        *,
        secret_key: str | None = None,
        public_key: str | None = None,
        retries: int = 3,
        timeout: float = 30.0,
    ) -> None:
        self._clients = {
            key: Client(base_url=base_url, timeout=httpx.Timeout(timeout), headers={"Authorization": f"Bearer {key}"} if key else {})
            for key in {secret_key, public_key}
        }
        self._secret_key = secret_key
        self._public_key = public_key
        self._retries = retries

    def __getattr__(self, resource: str) -> _Resource:
        if resource.startswith("_"):
            raise AttributeError(resource)
        return _Resource(self._ask, resource)

    def _ask(self, module: Any, **given: Any) -> Any:
        names = inspect.signature(module._get_kwargs).parameters
        if isinstance(given.get("body"), dict):
            given["body"] = _Json(given["body"])
        idempotent = "idempotency_key" in names
        if idempotent:
            given.setdefault("idempotency_key", str(uuid.uuid4()))
        request = module._get_kwargs(**given)
        client = self._clients[self._public_key if request["url"] == "/v1/track" else self._secret_key]
        response = self._answer(client, request, idempotent)
        parsed = module._parse_response(client=client, response=response)
        fields = {one.name for one in getattr(type(parsed), "__attrs_attrs__", ())}
        return parsed.data if fields - {"additional_properties"} == {"success", "data"} else parsed

    def _answer(self, client: Client, request: dict[str, Any], idempotent: bool) -> httpx.Response:
        safe = idempotent or request["method"] != "post"
        earlier: PosthornError | None = None
        for attempt in range(self._retries + 1):
            try:
                response = client.get_httpx_client().request(**request)
                if response.status_code < 400:
                    return response
                raise RefusedError(response)
            except httpx.TransportError as cause:
                error: PosthornError = UnreachableError(f"{request['url']} was not answered")
                error.__cause__ = cause
            except RefusedError as refused:
                error = refused
            again = _may_repeat(error, safe)
            if idempotent and earlier is not None and getattr(error, "code", None) == "IDEMPOTENCY_KEY_REUSED":
                # An earlier attempt got through: it is at work still, done, or failed.
                status = error.details.get("originalStatusCode")  # type: ignore[attr-defined]
                if status is not None and status < 400:
                    raise LostAnswerError("The request was carried out, but its answer was lost")
                again = status is None
                error = error if again else earlier
            if not again or attempt == self._retries:
                raise error
            earlier = earlier or error
            time.sleep(_pause(attempt, error))
        raise AssertionError("unreachable")


def _may_repeat(error: PosthornError, safe: bool) -> bool:
    """Whether asking again cannot do a thing twice, and may help."""
    if not isinstance(error, RefusedError):
        return safe
    if (error.retry_after or 0) > MOST_RETRY_AFTER_S:
        return False
    if error.status == 429 or (error.status == 503 and error.retry_after is not None):
        return True
    return safe and error.status in {408, 500, 502, 503, 504}


def _pause(attempt: int, error: PosthornError) -> float:
    asked = getattr(error, "retry_after", None)
    return asked if asked is not None else min(LONGEST_WAIT_S, FIRST_WAIT_S * 2**attempt) * random.uniform(0.5, 1)


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, tolerance: float = WEBHOOK_TOLERANCE_S) -> str:
    """
    Check that a request comes from a WEBHOOK step of one's own project (Standard Webhooks).

    `body` is what came, before it was parsed; `secret` the project's, `whsec_…`; `tolerance` how many seconds the time of the
    request may be off, either way. Returns the id of the request, the same however often it is made. Raises WebhookError when it is
    not to be believed, ValueError for a secret that is none.
    """
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret of webhooks is whsec_ and base64")
    given = {name.lower(): value for name, value in headers.items()}
    request, sent = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not request or not (sent.isascii() and sent.isdigit() and len(sent) <= 12):
        raise WebhookError("The request is not signed")
    if abs(time.time() - int(sent)) > tolerance:
        raise WebhookError("The request is too old, or from the future")
    digest = hmac.new(key, f"{request}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(one.encode(), expected) for one in given.get("webhook-signature", "").split(" ")):
        raise WebhookError("No signature of the request is by this secret")
    return request
