from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.create_campaign_body import CreateCampaignBody
from ...models.create_campaign_response_201 import CreateCampaignResponse201
from typing import cast



def _get_kwargs(
    *,
    body: CreateCampaignBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/campaigns",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CreateCampaignResponse201 | None:
    if response.status_code == 201:
        response_201 = CreateCampaignResponse201.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[CreateCampaignResponse201]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateCampaignBody,

) -> Response[CreateCampaignResponse201]:
    """ Create a campaign

     Creates a campaign in DRAFT, for all contacts (`ALL`), for a segment (`SEGMENT` with `segmentId`),
    or for whoever matches a condition (`FILTERED` with `audienceCondition`). Nothing is sent yet. A
    named key needs the scope `full`.

    Args:
        body (CreateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateCampaignResponse201]
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
    body: CreateCampaignBody,

) -> CreateCampaignResponse201 | None:
    """ Create a campaign

     Creates a campaign in DRAFT, for all contacts (`ALL`), for a segment (`SEGMENT` with `segmentId`),
    or for whoever matches a condition (`FILTERED` with `audienceCondition`). Nothing is sent yet. A
    named key needs the scope `full`.

    Args:
        body (CreateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateCampaignResponse201
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateCampaignBody,

) -> Response[CreateCampaignResponse201]:
    """ Create a campaign

     Creates a campaign in DRAFT, for all contacts (`ALL`), for a segment (`SEGMENT` with `segmentId`),
    or for whoever matches a condition (`FILTERED` with `audienceCondition`). Nothing is sent yet. A
    named key needs the scope `full`.

    Args:
        body (CreateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateCampaignResponse201]
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
    body: CreateCampaignBody,

) -> CreateCampaignResponse201 | None:
    """ Create a campaign

     Creates a campaign in DRAFT, for all contacts (`ALL`), for a segment (`SEGMENT` with `segmentId`),
    or for whoever matches a condition (`FILTERED` with `audienceCondition`). Nothing is sent yet. A
    named key needs the scope `full`.

    Args:
        body (CreateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateCampaignResponse201
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
