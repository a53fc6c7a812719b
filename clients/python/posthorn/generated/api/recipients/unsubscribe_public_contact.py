from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.subscription import Subscription
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["e"] = e

    params["t"] = t


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/contacts/public/{id}/unsubscribe".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Subscription | None:
    if response.status_code == 200:
        response_200 = Subscription.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Subscription]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Response[Subscription]:
    """ Unsubscribe a recipient

     Unsubscribes the contact of a link, for a preferences page of your own.

    Args:
        id (UUID):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Subscription]
     """


    kwargs = _get_kwargs(
        id=id,
e=e,
t=t,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Subscription | None:
    """ Unsubscribe a recipient

     Unsubscribes the contact of a link, for a preferences page of your own.

    Args:
        id (UUID):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Subscription
     """


    return sync_detailed(
        id=id,
client=client,
e=e,
t=t,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Response[Subscription]:
    """ Unsubscribe a recipient

     Unsubscribes the contact of a link, for a preferences page of your own.

    Args:
        id (UUID):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Subscription]
     """


    kwargs = _get_kwargs(
        id=id,
e=e,
t=t,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Subscription | None:
    """ Unsubscribe a recipient

     Unsubscribes the contact of a link, for a preferences page of your own.

    Args:
        id (UUID):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Subscription
     """


    return (await asyncio_detailed(
        id=id,
client=client,
e=e,
t=t,

    )).parsed
