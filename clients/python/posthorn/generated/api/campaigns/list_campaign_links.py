from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.campaign_link import CampaignLink
from ...models.list_campaign_links_format import ListCampaignLinksFormat
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    format_: ListCampaignLinksFormat | Unset = ListCampaignLinksFormat.JSON,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_.value

    params["format"] = json_format_


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/campaigns/{id}/links".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[CampaignLink] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in (_response_200):
            response_200_item = CampaignLink.from_dict(response_200_item_data)



            response_200.append(response_200_item)

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[list[CampaignLink]]:
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
    format_: ListCampaignLinksFormat | Unset = ListCampaignLinksFormat.JSON,

) -> Response[list[CampaignLink]]:
    """ List followed links

     Lists the links of a campaign's mails that were followed, by people and by machines. `format=csv`
    answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        format_ (ListCampaignLinksFormat | Unset):  Default: ListCampaignLinksFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[CampaignLink]]
     """


    kwargs = _get_kwargs(
        id=id,
format_=format_,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,
    format_: ListCampaignLinksFormat | Unset = ListCampaignLinksFormat.JSON,

) -> list[CampaignLink] | None:
    """ List followed links

     Lists the links of a campaign's mails that were followed, by people and by machines. `format=csv`
    answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        format_ (ListCampaignLinksFormat | Unset):  Default: ListCampaignLinksFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[CampaignLink]
     """


    return sync_detailed(
        id=id,
client=client,
format_=format_,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    format_: ListCampaignLinksFormat | Unset = ListCampaignLinksFormat.JSON,

) -> Response[list[CampaignLink]]:
    """ List followed links

     Lists the links of a campaign's mails that were followed, by people and by machines. `format=csv`
    answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        format_ (ListCampaignLinksFormat | Unset):  Default: ListCampaignLinksFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[CampaignLink]]
     """


    kwargs = _get_kwargs(
        id=id,
format_=format_,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,
    format_: ListCampaignLinksFormat | Unset = ListCampaignLinksFormat.JSON,

) -> list[CampaignLink] | None:
    """ List followed links

     Lists the links of a campaign's mails that were followed, by people and by machines. `format=csv`
    answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        format_ (ListCampaignLinksFormat | Unset):  Default: ListCampaignLinksFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[CampaignLink]
     """


    return (await asyncio_detailed(
        id=id,
client=client,
format_=format_,

    )).parsed
