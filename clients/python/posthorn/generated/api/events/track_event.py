from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.track_event_response_200 import TrackEventResponse200
from ...models.tracked_event import TrackedEvent
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    body: TrackedEvent,
    idempotency_key: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key



    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/track",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TrackEventResponse200 | None:
    if response.status_code == 200:
        response_200 = TrackEventResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TrackEventResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: TrackedEvent,
    idempotency_key: str | Unset = UNSET,

) -> Response[TrackEventResponse200]:
    """ Track an event

     Says that something happened to a contact, who is created if need be. The event starts and continues
    workflows and can be asked about in conditions. This is the one call that takes the public key, so a
    browser or an app may make it.

    Args:
        idempotency_key (str | Unset):
        body (TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TrackEventResponse200]
     """


    kwargs = _get_kwargs(
        body=body,
idempotency_key=idempotency_key,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: TrackedEvent,
    idempotency_key: str | Unset = UNSET,

) -> TrackEventResponse200 | None:
    """ Track an event

     Says that something happened to a contact, who is created if need be. The event starts and continues
    workflows and can be asked about in conditions. This is the one call that takes the public key, so a
    browser or an app may make it.

    Args:
        idempotency_key (str | Unset):
        body (TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TrackEventResponse200
     """


    return sync_detailed(
        client=client,
body=body,
idempotency_key=idempotency_key,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: TrackedEvent,
    idempotency_key: str | Unset = UNSET,

) -> Response[TrackEventResponse200]:
    """ Track an event

     Says that something happened to a contact, who is created if need be. The event starts and continues
    workflows and can be asked about in conditions. This is the one call that takes the public key, so a
    browser or an app may make it.

    Args:
        idempotency_key (str | Unset):
        body (TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TrackEventResponse200]
     """


    kwargs = _get_kwargs(
        body=body,
idempotency_key=idempotency_key,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: TrackedEvent,
    idempotency_key: str | Unset = UNSET,

) -> TrackEventResponse200 | None:
    """ Track an event

     Says that something happened to a contact, who is created if need be. The event starts and continues
    workflows and can be asked about in conditions. This is the one call that takes the public key, so a
    browser or an app may make it.

    Args:
        idempotency_key (str | Unset):
        body (TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TrackEventResponse200
     """


    return (await asyncio_detailed(
        client=client,
body=body,
idempotency_key=idempotency_key,

    )).parsed
