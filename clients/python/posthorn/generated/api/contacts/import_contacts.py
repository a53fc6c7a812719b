from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.import_contacts_body import ImportContactsBody
from ...models.import_contacts_response_202 import ImportContactsResponse202
from typing import cast



def _get_kwargs(
    *,
    body: ImportContactsBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/contacts/import",
    }

    _kwargs["files"] = body.to_multipart()

    headers["Content-Type"] = "multipart/form-data; boundary=+++"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ImportContactsResponse202 | None:
    if response.status_code == 202:
        response_202 = ImportContactsResponse202.from_dict(response.json())



        return response_202

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ImportContactsResponse202]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: ImportContactsBody,

) -> Response[ImportContactsResponse202]:
    """ Import contacts from CSV

     Takes a CSV file with a column `email`; its other columns become fields. The import runs in the
    background: ask `GET /contacts/import/{jobId}` how far it is. New contacts are subscribed. A named
    key needs the scope `full`.

    Args:
        body (ImportContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ImportContactsResponse202]
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
    body: ImportContactsBody,

) -> ImportContactsResponse202 | None:
    """ Import contacts from CSV

     Takes a CSV file with a column `email`; its other columns become fields. The import runs in the
    background: ask `GET /contacts/import/{jobId}` how far it is. New contacts are subscribed. A named
    key needs the scope `full`.

    Args:
        body (ImportContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ImportContactsResponse202
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ImportContactsBody,

) -> Response[ImportContactsResponse202]:
    """ Import contacts from CSV

     Takes a CSV file with a column `email`; its other columns become fields. The import runs in the
    background: ask `GET /contacts/import/{jobId}` how far it is. New contacts are subscribed. A named
    key needs the scope `full`.

    Args:
        body (ImportContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ImportContactsResponse202]
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
    body: ImportContactsBody,

) -> ImportContactsResponse202 | None:
    """ Import contacts from CSV

     Takes a CSV file with a column `email`; its other columns become fields. The import runs in the
    background: ask `GET /contacts/import/{jobId}` how far it is. New contacts are subscribed. A named
    key needs the scope `full`.

    Args:
        body (ImportContactsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ImportContactsResponse202
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
