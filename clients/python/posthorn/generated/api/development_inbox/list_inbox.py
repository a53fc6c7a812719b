from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_inbox_response_200 import ListInboxResponse200
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    to: str | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["to"] = to


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/dev/inbox",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListInboxResponse200 | None:
    if response.status_code == 200:
        response_200 = ListInboxResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListInboxResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    to: str | Unset = UNSET,

) -> Response[ListInboxResponse200]:
    """ List captured mails

     Lists what the `capture` provider kept in place of sending it, newest first, of all projects; the
    last 1,000 of each. There in development only. A browser gets a page to look at instead of JSON.

    Args:
        to (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListInboxResponse200]
     """


    kwargs = _get_kwargs(
        to=to,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,
    to: str | Unset = UNSET,

) -> ListInboxResponse200 | None:
    """ List captured mails

     Lists what the `capture` provider kept in place of sending it, newest first, of all projects; the
    last 1,000 of each. There in development only. A browser gets a page to look at instead of JSON.

    Args:
        to (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListInboxResponse200
     """


    return sync_detailed(
        client=client,
to=to,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    to: str | Unset = UNSET,

) -> Response[ListInboxResponse200]:
    """ List captured mails

     Lists what the `capture` provider kept in place of sending it, newest first, of all projects; the
    last 1,000 of each. There in development only. A browser gets a page to look at instead of JSON.

    Args:
        to (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListInboxResponse200]
     """


    kwargs = _get_kwargs(
        to=to,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    to: str | Unset = UNSET,

) -> ListInboxResponse200 | None:
    """ List captured mails

     Lists what the `capture` provider kept in place of sending it, newest first, of all projects; the
    last 1,000 of each. There in development only. A browser gets a page to look at instead of JSON.

    Args:
        to (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListInboxResponse200
     """


    return (await asyncio_detailed(
        client=client,
to=to,

    )).parsed
