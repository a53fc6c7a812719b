from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.bulk_delete_contacts_body import BulkDeleteContactsBody
from ...models.bulk_delete_contacts_response_202 import BulkDeleteContactsResponse202
from typing import cast



def _get_kwargs(
    *,
    body: BulkDeleteContactsBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/contacts/bulk-delete",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BulkDeleteContactsResponse202 | None:
    if response.status_code == 202:
        response_202 = BulkDeleteContactsResponse202.from_dict(response.json())



        return response_202

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BulkDeleteContactsResponse202]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: BulkDeleteContactsBody,

) -> Response[BulkDeleteContactsResponse202]:
    """ Delete many contacts

     Deletes up to 1,000 contacts named by id, or every contact that a query finds, in the background.
    This cannot be undone. A named key needs the scope `full`.

    Args:
        body (BulkDeleteContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BulkDeleteContactsResponse202]
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
    body: BulkDeleteContactsBody,

) -> BulkDeleteContactsResponse202 | None:
    """ Delete many contacts

     Deletes up to 1,000 contacts named by id, or every contact that a query finds, in the background.
    This cannot be undone. A named key needs the scope `full`.

    Args:
        body (BulkDeleteContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BulkDeleteContactsResponse202
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: BulkDeleteContactsBody,

) -> Response[BulkDeleteContactsResponse202]:
    """ Delete many contacts

     Deletes up to 1,000 contacts named by id, or every contact that a query finds, in the background.
    This cannot be undone. A named key needs the scope `full`.

    Args:
        body (BulkDeleteContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BulkDeleteContactsResponse202]
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
    body: BulkDeleteContactsBody,

) -> BulkDeleteContactsResponse202 | None:
    """ Delete many contacts

     Deletes up to 1,000 contacts named by id, or every contact that a query finds, in the background.
    This cannot be undone. A named key needs the scope `full`.

    Args:
        body (BulkDeleteContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BulkDeleteContactsResponse202
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
