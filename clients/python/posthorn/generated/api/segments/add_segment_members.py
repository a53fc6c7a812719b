from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.add_segment_members_body import AddSegmentMembersBody
from ...models.add_segment_members_response_200 import AddSegmentMembersResponse200
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: AddSegmentMembersBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/segments/{id}/members".format(id=quote(str(id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AddSegmentMembersResponse200 | None:
    if response.status_code == 200:
        response_200 = AddSegmentMembersResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AddSegmentMembersResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: AddSegmentMembersBody,

) -> Response[AddSegmentMembersResponse200]:
    """ Add members

     Adds up to 500 contacts to a static segment by their addresses. With `createMissing` unknown
    addresses become contacts. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (AddSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AddSegmentMembersResponse200]
     """


    kwargs = _get_kwargs(
        id=id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: AddSegmentMembersBody,

) -> AddSegmentMembersResponse200 | None:
    """ Add members

     Adds up to 500 contacts to a static segment by their addresses. With `createMissing` unknown
    addresses become contacts. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (AddSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AddSegmentMembersResponse200
     """


    return sync_detailed(
        id=id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: AddSegmentMembersBody,

) -> Response[AddSegmentMembersResponse200]:
    """ Add members

     Adds up to 500 contacts to a static segment by their addresses. With `createMissing` unknown
    addresses become contacts. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (AddSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AddSegmentMembersResponse200]
     """


    kwargs = _get_kwargs(
        id=id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: AddSegmentMembersBody,

) -> AddSegmentMembersResponse200 | None:
    """ Add members

     Adds up to 500 contacts to a static segment by their addresses. With `createMissing` unknown
    addresses become contacts. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (AddSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AddSegmentMembersResponse200
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
