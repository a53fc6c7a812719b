from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.export_contacts_raw import ExportContactsRaw
from ...models.export_contacts_subscribed import ExportContactsSubscribed
from ...types import UNSET, Unset



def _get_kwargs(
    *,
    search: str | Unset = UNSET,
    subscribed: ExportContactsSubscribed | Unset = UNSET,
    raw: ExportContactsRaw | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["search"] = search

    json_subscribed: str | Unset = UNSET
    if not isinstance(subscribed, Unset):
        json_subscribed = subscribed.value

    params["subscribed"] = json_subscribed

    json_raw: str | Unset = UNSET
    if not isinstance(raw, Unset):
        json_raw = raw.value

    params["raw"] = json_raw


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/contacts/export",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> str | None:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    search: str | Unset = UNSET,
    subscribed: ExportContactsSubscribed | Unset = UNSET,
    raw: ExportContactsRaw | Unset = UNSET,

) -> Response[str]:
    """ Export contacts as CSV

     Streams contacts as CSV, with the columns an import takes. Cells that a spreadsheet would run get a
    leading apostrophe; `raw=true` leaves them as they are. A named key needs the scope `read`.

    Args:
        search (str | Unset):
        subscribed (ExportContactsSubscribed | Unset):
        raw (ExportContactsRaw | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
     """


    kwargs = _get_kwargs(
        search=search,
subscribed=subscribed,
raw=raw,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    search: str | Unset = UNSET,
    subscribed: ExportContactsSubscribed | Unset = UNSET,
    raw: ExportContactsRaw | Unset = UNSET,

) -> str | None:
    """ Export contacts as CSV

     Streams contacts as CSV, with the columns an import takes. Cells that a spreadsheet would run get a
    leading apostrophe; `raw=true` leaves them as they are. A named key needs the scope `read`.

    Args:
        search (str | Unset):
        subscribed (ExportContactsSubscribed | Unset):
        raw (ExportContactsRaw | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
     """


    return sync_detailed(
        client=client,
search=search,
subscribed=subscribed,
raw=raw,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    search: str | Unset = UNSET,
    subscribed: ExportContactsSubscribed | Unset = UNSET,
    raw: ExportContactsRaw | Unset = UNSET,

) -> Response[str]:
    """ Export contacts as CSV

     Streams contacts as CSV, with the columns an import takes. Cells that a spreadsheet would run get a
    leading apostrophe; `raw=true` leaves them as they are. A named key needs the scope `read`.

    Args:
        search (str | Unset):
        subscribed (ExportContactsSubscribed | Unset):
        raw (ExportContactsRaw | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
     """


    kwargs = _get_kwargs(
        search=search,
subscribed=subscribed,
raw=raw,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    search: str | Unset = UNSET,
    subscribed: ExportContactsSubscribed | Unset = UNSET,
    raw: ExportContactsRaw | Unset = UNSET,

) -> str | None:
    """ Export contacts as CSV

     Streams contacts as CSV, with the columns an import takes. Cells that a spreadsheet would run get a
    leading apostrophe; `raw=true` leaves them as they are. A named key needs the scope `read`.

    Args:
        search (str | Unset):
        subscribed (ExportContactsSubscribed | Unset):
        raw (ExportContactsRaw | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
     """


    return (await asyncio_detailed(
        client=client,
search=search,
subscribed=subscribed,
raw=raw,

    )).parsed
