from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.send_campaign_body_type_0 import SendCampaignBodyType0
from ...models.send_campaign_response_200 import SendCampaignResponse200
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: None | SendCampaignBodyType0 | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/campaigns/{id}/send".format(id=quote(str(id), safe=""),),
    }

    
    if isinstance(body, SendCampaignBodyType0):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SendCampaignResponse200 | None:
    if response.status_code == 200:
        response_200 = SendCampaignResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SendCampaignResponse200]:
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
    body: None | SendCampaignBodyType0 | Unset = UNSET,

) -> Response[SendCampaignResponse200]:
    """ Send or schedule a campaign

     Sends a campaign now, or at `scheduledFor`. Who gets it is settled when the sending begins: a
    contact created later is not among them. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (None | SendCampaignBodyType0 | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SendCampaignResponse200]
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
    body: None | SendCampaignBodyType0 | Unset = UNSET,

) -> SendCampaignResponse200 | None:
    """ Send or schedule a campaign

     Sends a campaign now, or at `scheduledFor`. Who gets it is settled when the sending begins: a
    contact created later is not among them. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (None | SendCampaignBodyType0 | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SendCampaignResponse200
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
    body: None | SendCampaignBodyType0 | Unset = UNSET,

) -> Response[SendCampaignResponse200]:
    """ Send or schedule a campaign

     Sends a campaign now, or at `scheduledFor`. Who gets it is settled when the sending begins: a
    contact created later is not among them. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (None | SendCampaignBodyType0 | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SendCampaignResponse200]
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
    body: None | SendCampaignBodyType0 | Unset = UNSET,

) -> SendCampaignResponse200 | None:
    """ Send or schedule a campaign

     Sends a campaign now, or at `scheduledFor`. Who gets it is settled when the sending begins: a
    contact created later is not among them. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (None | SendCampaignBodyType0 | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SendCampaignResponse200
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
