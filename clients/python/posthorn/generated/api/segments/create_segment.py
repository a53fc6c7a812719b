from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.create_segment_body import CreateSegmentBody
from ...models.segment import Segment
from typing import cast



def _get_kwargs(
    *,
    body: CreateSegmentBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/segments",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Segment | None:
    if response.status_code == 201:
        response_201 = Segment.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Segment]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateSegmentBody,

) -> Response[Segment]:
    """ Create a segment

     Creates a segment: dynamic, whoever matches its condition belongs to it, or static, whoever you add.
    With `trackMembership` entering and leaving become events. A named key needs the scope `full`.

    Args:
        body (CreateSegmentBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Segment]
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
    body: CreateSegmentBody,

) -> Segment | None:
    """ Create a segment

     Creates a segment: dynamic, whoever matches its condition belongs to it, or static, whoever you add.
    With `trackMembership` entering and leaving become events. A named key needs the scope `full`.

    Args:
        body (CreateSegmentBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Segment
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateSegmentBody,

) -> Response[Segment]:
    """ Create a segment

     Creates a segment: dynamic, whoever matches its condition belongs to it, or static, whoever you add.
    With `trackMembership` entering and leaving become events. A named key needs the scope `full`.

    Args:
        body (CreateSegmentBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Segment]
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
    body: CreateSegmentBody,

) -> Segment | None:
    """ Create a segment

     Creates a segment: dynamic, whoever matches its condition belongs to it, or static, whoever you add.
    With `trackMembership` entering and leaving become events. A named key needs the scope `full`.

    Args:
        body (CreateSegmentBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Segment
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
