from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...types import UNSET, Unset
from typing import Literal, cast



def _get_kwargs(
    id: str,
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
        "url": "/unsubscribe/{id}".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Literal['Unsubscribed'] | None:
    if response.status_code == 200:
        response_200 = cast(Literal['Unsubscribed'] , response.text)
        if response_200 != 'Unsubscribed':
            raise ValueError(f"response_200 must match const 'Unsubscribed', got '{response_200}'")
        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Literal['Unsubscribed']]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Response[Literal['Unsubscribed']]:
    """ Unsubscribe with one click

     What mail programs call for their own unsubscribe button (RFC 8058). The answer is the same for
    contacts that are gone.

    Args:
        id (str):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Literal['Unsubscribed']]
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
    id: str,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Literal['Unsubscribed'] | None:
    """ Unsubscribe with one click

     What mail programs call for their own unsubscribe button (RFC 8058). The answer is the same for
    contacts that are gone.

    Args:
        id (str):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Literal['Unsubscribed']
     """


    return sync_detailed(
        id=id,
client=client,
e=e,
t=t,

    ).parsed

async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Response[Literal['Unsubscribed']]:
    """ Unsubscribe with one click

     What mail programs call for their own unsubscribe button (RFC 8058). The answer is the same for
    contacts that are gone.

    Args:
        id (str):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Literal['Unsubscribed']]
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
    id: str,
    *,
    client: AuthenticatedClient | Client,
    e: str | Unset = UNSET,
    t: str | Unset = UNSET,

) -> Literal['Unsubscribed'] | None:
    """ Unsubscribe with one click

     What mail programs call for their own unsubscribe button (RFC 8058). The answer is the same for
    contacts that are gone.

    Args:
        id (str):
        e (str | Unset):
        t (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Literal['Unsubscribed']
     """


    return (await asyncio_detailed(
        id=id,
client=client,
e=e,
t=t,

    )).parsed
