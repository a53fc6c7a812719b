from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.event import Event
from ...models.record_event_response_200 import RecordEventResponse200
from ...models.recorded_event import RecordedEvent
from ...models.tracked_event import TrackedEvent
from typing import cast



def _get_kwargs(
    *,
    body: RecordedEvent | TrackedEvent,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/events/track",
    }

    
    if isinstance(body, TrackedEvent):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body.to_dict()


    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Event | RecordEventResponse200 | None:
    if response.status_code == 200:
        response_200 = RecordEventResponse200.from_dict(response.json())



        return response_200

    if response.status_code == 201:
        response_201 = Event.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Event | RecordEventResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: RecordedEvent | TrackedEvent,

) -> Response[Event | RecordEventResponse200]:
    """ Record an event from the dashboard

     Tracks an event as `POST /v1/track` does, with the secret key or a session. With `name` in place of
    `email` and `event` it records an event that needs no contact (201). It takes no `Idempotency-Key`.
    A named key needs the scope `full`.

    Args:
        body (RecordedEvent | TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Event | RecordEventResponse200]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: RecordedEvent | TrackedEvent,

) -> Event | RecordEventResponse200 | None:
    """ Record an event from the dashboard

     Tracks an event as `POST /v1/track` does, with the secret key or a session. With `name` in place of
    `email` and `event` it records an event that needs no contact (201). It takes no `Idempotency-Key`.
    A named key needs the scope `full`.

    Args:
        body (RecordedEvent | TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Event | RecordEventResponse200
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: RecordedEvent | TrackedEvent,

) -> Response[Event | RecordEventResponse200]:
    """ Record an event from the dashboard

     Tracks an event as `POST /v1/track` does, with the secret key or a session. With `name` in place of
    `email` and `event` it records an event that needs no contact (201). It takes no `Idempotency-Key`.
    A named key needs the scope `full`.

    Args:
        body (RecordedEvent | TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Event | RecordEventResponse200]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: RecordedEvent | TrackedEvent,

) -> Event | RecordEventResponse200 | None:
    """ Record an event from the dashboard

     Tracks an event as `POST /v1/track` does, with the secret key or a session. With `name` in place of
    `email` and `event` it records an event that needs no contact (201). It takes no `Idempotency-Key`.
    A named key needs the scope `full`.

    Args:
        body (RecordedEvent | TrackedEvent):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Event | RecordEventResponse200
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
