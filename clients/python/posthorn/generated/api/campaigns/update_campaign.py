from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.campaign import Campaign
from ...models.update_campaign_body import UpdateCampaignBody
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: UpdateCampaignBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/campaigns/{id}".format(id=quote(str(id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Campaign | None:
    if response.status_code == 200:
        response_200 = Campaign.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Campaign]:
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
    body: UpdateCampaignBody,

) -> Response[Campaign]:
    """ Replace or update a campaign

     Replaces a campaign that is still in DRAFT or SCHEDULED: with all required fields, what is absent
    goes back to its default; without one of them only what is sent changes. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (UpdateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Campaign]
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
    body: UpdateCampaignBody,

) -> Campaign | None:
    """ Replace or update a campaign

     Replaces a campaign that is still in DRAFT or SCHEDULED: with all required fields, what is absent
    goes back to its default; without one of them only what is sent changes. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (UpdateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Campaign
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
    body: UpdateCampaignBody,

) -> Response[Campaign]:
    """ Replace or update a campaign

     Replaces a campaign that is still in DRAFT or SCHEDULED: with all required fields, what is absent
    goes back to its default; without one of them only what is sent changes. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (UpdateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Campaign]
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
    body: UpdateCampaignBody,

) -> Campaign | None:
    """ Replace or update a campaign

     Replaces a campaign that is still in DRAFT or SCHEDULED: with all required fields, what is absent
    goes back to its default; without one of them only what is sent changes. A named key needs the scope
    `full`.

    Args:
        id (UUID):
        body (UpdateCampaignBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Campaign
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
