from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.upsert_contact_body import UpsertContactBody
from ...models.upserted_contact import UpsertedContact
from typing import cast



def _get_kwargs(
    *,
    body: UpsertContactBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/contacts",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> UpsertedContact | None:
    if response.status_code == 200:
        response_200 = UpsertedContact.from_dict(response.json())



        return response_200

    if response.status_code == 201:
        response_201 = UpsertedContact.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[UpsertedContact]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: UpsertContactBody,

) -> Response[UpsertedContact]:
    """ Create or merge a contact

     Creates a contact (201), or merges into the one that has this address (200). In `data` only the keys
    you send change: null removes one, an empty text changes nothing, and `{ "value": …, "persistent":
    false }` is not stored. A named key needs the scope `full`.

    Args:
        body (UpsertContactBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpsertedContact]
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
    body: UpsertContactBody,

) -> UpsertedContact | None:
    """ Create or merge a contact

     Creates a contact (201), or merges into the one that has this address (200). In `data` only the keys
    you send change: null removes one, an empty text changes nothing, and `{ "value": …, "persistent":
    false }` is not stored. A named key needs the scope `full`.

    Args:
        body (UpsertContactBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpsertedContact
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: UpsertContactBody,

) -> Response[UpsertedContact]:
    """ Create or merge a contact

     Creates a contact (201), or merges into the one that has this address (200). In `data` only the keys
    you send change: null removes one, an empty text changes nothing, and `{ "value": …, "persistent":
    false }` is not stored. A named key needs the scope `full`.

    Args:
        body (UpsertContactBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpsertedContact]
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
    body: UpsertContactBody,

) -> UpsertedContact | None:
    """ Create or merge a contact

     Creates a contact (201), or merges into the one that has this address (200). In `data` only the keys
    you send change: null removes one, an empty text changes nothing, and `{ "value": …, "persistent":
    false }` is not stored. A named key needs the scope `full`.

    Args:
        body (UpsertContactBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpsertedContact
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
