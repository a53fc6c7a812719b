from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.delete_events_response_200 import DeleteEventsResponse200
from typing import cast



def _get_kwargs(
    event_name: str,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/events/{event_name}".format(event_name=quote(str(event_name), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DeleteEventsResponse200 | None:
    if response.status_code == 200:
        response_200 = DeleteEventsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DeleteEventsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    event_name: str,
    *,
    client: AuthenticatedClient,

) -> Response[DeleteEventsResponse200]:
    """ Delete all events of a name

     Deletes every event of one name; conditions no longer find them. This cannot be undone. System
    events cannot be deleted. A named key needs the scope `full`.

    Args:
        event_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeleteEventsResponse200]
     """


    kwargs = _get_kwargs(
        event_name=event_name,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    event_name: str,
    *,
    client: AuthenticatedClient,

) -> DeleteEventsResponse200 | None:
    """ Delete all events of a name

     Deletes every event of one name; conditions no longer find them. This cannot be undone. System
    events cannot be deleted. A named key needs the scope `full`.

    Args:
        event_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeleteEventsResponse200
     """


    return sync_detailed(
        event_name=event_name,
client=client,

    ).parsed

async def asyncio_detailed(
    event_name: str,
    *,
    client: AuthenticatedClient,

) -> Response[DeleteEventsResponse200]:
    """ Delete all events of a name

     Deletes every event of one name; conditions no longer find them. This cannot be undone. System
    events cannot be deleted. A named key needs the scope `full`.

    Args:
        event_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeleteEventsResponse200]
     """


    kwargs = _get_kwargs(
        event_name=event_name,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    event_name: str,
    *,
    client: AuthenticatedClient,

) -> DeleteEventsResponse200 | None:
    """ Delete all events of a name

     Deletes every event of one name; conditions no longer find them. This cannot be undone. System
    events cannot be deleted. A named key needs the scope `full`.

    Args:
        event_name (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeleteEventsResponse200
     """


    return (await asyncio_detailed(
        event_name=event_name,
client=client,

    )).parsed
