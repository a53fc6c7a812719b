from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_campaign_recipients_response_200 import ListCampaignRecipientsResponse200
from ...models.list_campaign_recipients_status import ListCampaignRecipientsStatus
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListCampaignRecipientsStatus | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["page"] = page

    params["pageSize"] = page_size

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/campaigns/{id}/recipients".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListCampaignRecipientsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListCampaignRecipientsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListCampaignRecipientsResponse200]:
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
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListCampaignRecipientsStatus | Unset = UNSET,

) -> Response[ListCampaignRecipientsResponse200]:
    """ List recipients

     Lists who was to get the campaign, and what became of each mail. A named key needs the scope `read`.

    Args:
        id (UUID):
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListCampaignRecipientsStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListCampaignRecipientsResponse200]
     """


    kwargs = _get_kwargs(
        id=id,
page=page,
page_size=page_size,
status=status,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListCampaignRecipientsStatus | Unset = UNSET,

) -> ListCampaignRecipientsResponse200 | None:
    """ List recipients

     Lists who was to get the campaign, and what became of each mail. A named key needs the scope `read`.

    Args:
        id (UUID):
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListCampaignRecipientsStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListCampaignRecipientsResponse200
     """


    return sync_detailed(
        id=id,
client=client,
page=page,
page_size=page_size,
status=status,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListCampaignRecipientsStatus | Unset = UNSET,

) -> Response[ListCampaignRecipientsResponse200]:
    """ List recipients

     Lists who was to get the campaign, and what became of each mail. A named key needs the scope `read`.

    Args:
        id (UUID):
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListCampaignRecipientsStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListCampaignRecipientsResponse200]
     """


    kwargs = _get_kwargs(
        id=id,
page=page,
page_size=page_size,
status=status,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListCampaignRecipientsStatus | Unset = UNSET,

) -> ListCampaignRecipientsResponse200 | None:
    """ List recipients

     Lists who was to get the campaign, and what became of each mail. A named key needs the scope `read`.

    Args:
        id (UUID):
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListCampaignRecipientsStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListCampaignRecipientsResponse200
     """


    return (await asyncio_detailed(
        id=id,
client=client,
page=page,
page_size=page_size,
status=status,

    )).parsed
