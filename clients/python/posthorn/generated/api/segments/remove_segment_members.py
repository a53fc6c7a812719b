from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.remove_segment_members_body import RemoveSegmentMembersBody
from ...models.remove_segment_members_response_200 import RemoveSegmentMembersResponse200
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: RemoveSegmentMembersBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/segments/{id}/members".format(id=quote(str(id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> RemoveSegmentMembersResponse200 | None:
    if response.status_code == 200:
        response_200 = RemoveSegmentMembersResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[RemoveSegmentMembersResponse200]:
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
    body: RemoveSegmentMembersBody,

) -> Response[RemoveSegmentMembersResponse200]:
    """ Remove members

     Takes up to 500 contacts out of a static segment by their addresses. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (RemoveSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RemoveSegmentMembersResponse200]
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
    body: RemoveSegmentMembersBody,

) -> RemoveSegmentMembersResponse200 | None:
    """ Remove members

     Takes up to 500 contacts out of a static segment by their addresses. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (RemoveSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RemoveSegmentMembersResponse200
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
    body: RemoveSegmentMembersBody,

) -> Response[RemoveSegmentMembersResponse200]:
    """ Remove members

     Takes up to 500 contacts out of a static segment by their addresses. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (RemoveSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RemoveSegmentMembersResponse200]
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
    body: RemoveSegmentMembersBody,

) -> RemoveSegmentMembersResponse200 | None:
    """ Remove members

     Takes up to 500 contacts out of a static segment by their addresses. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (RemoveSegmentMembersBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RemoveSegmentMembersResponse200
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
