from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_emails_response_200 import ListEmailsResponse200
from ...models.list_emails_source_type import ListEmailsSourceType
from ...models.list_emails_status import ListEmailsStatus
from ...types import UNSET, Unset
from typing import cast
import datetime



def _get_kwargs(
    *,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListEmailsStatus | Unset = UNSET,
    source_type: ListEmailsSourceType | Unset = UNSET,
    campaign_id: str | Unset = UNSET,
    contact_id: str | Unset = UNSET,
    to: str | Unset = UNSET,
    search: str | Unset = UNSET,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["page"] = page

    params["pageSize"] = page_size

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    json_source_type: str | Unset = UNSET
    if not isinstance(source_type, Unset):
        json_source_type = source_type.value

    params["sourceType"] = json_source_type

    params["campaignId"] = campaign_id

    params["contactId"] = contact_id

    params["to"] = to

    params["search"] = search

    json_start_date: str | Unset = UNSET
    if not isinstance(start_date, Unset):
        json_start_date = start_date.isoformat()
    params["startDate"] = json_start_date

    json_end_date: str | Unset = UNSET
    if not isinstance(end_date, Unset):
        json_end_date = end_date.isoformat()
    params["endDate"] = json_end_date


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/emails",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListEmailsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListEmailsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListEmailsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListEmailsStatus | Unset = UNSET,
    source_type: ListEmailsSourceType | Unset = UNSET,
    campaign_id: str | Unset = UNSET,
    contact_id: str | Unset = UNSET,
    to: str | Unset = UNSET,
    search: str | Unset = UNSET,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,

) -> Response[ListEmailsResponse200]:
    """ List emails

     Lists the mails of the project, newest first, sent and received ones. Bodies and the content of
    attachments are left out; read one mail to see them. A named key needs the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListEmailsStatus | Unset):
        source_type (ListEmailsSourceType | Unset):
        campaign_id (str | Unset):
        contact_id (str | Unset):
        to (str | Unset):
        search (str | Unset):
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListEmailsResponse200]
     """


    kwargs = _get_kwargs(
        page=page,
page_size=page_size,
status=status,
source_type=source_type,
campaign_id=campaign_id,
contact_id=contact_id,
to=to,
search=search,
start_date=start_date,
end_date=end_date,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListEmailsStatus | Unset = UNSET,
    source_type: ListEmailsSourceType | Unset = UNSET,
    campaign_id: str | Unset = UNSET,
    contact_id: str | Unset = UNSET,
    to: str | Unset = UNSET,
    search: str | Unset = UNSET,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,

) -> ListEmailsResponse200 | None:
    """ List emails

     Lists the mails of the project, newest first, sent and received ones. Bodies and the content of
    attachments are left out; read one mail to see them. A named key needs the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListEmailsStatus | Unset):
        source_type (ListEmailsSourceType | Unset):
        campaign_id (str | Unset):
        contact_id (str | Unset):
        to (str | Unset):
        search (str | Unset):
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListEmailsResponse200
     """


    return sync_detailed(
        client=client,
page=page,
page_size=page_size,
status=status,
source_type=source_type,
campaign_id=campaign_id,
contact_id=contact_id,
to=to,
search=search,
start_date=start_date,
end_date=end_date,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListEmailsStatus | Unset = UNSET,
    source_type: ListEmailsSourceType | Unset = UNSET,
    campaign_id: str | Unset = UNSET,
    contact_id: str | Unset = UNSET,
    to: str | Unset = UNSET,
    search: str | Unset = UNSET,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,

) -> Response[ListEmailsResponse200]:
    """ List emails

     Lists the mails of the project, newest first, sent and received ones. Bodies and the content of
    attachments are left out; read one mail to see them. A named key needs the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListEmailsStatus | Unset):
        source_type (ListEmailsSourceType | Unset):
        campaign_id (str | Unset):
        contact_id (str | Unset):
        to (str | Unset):
        search (str | Unset):
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListEmailsResponse200]
     """


    kwargs = _get_kwargs(
        page=page,
page_size=page_size,
status=status,
source_type=source_type,
campaign_id=campaign_id,
contact_id=contact_id,
to=to,
search=search,
start_date=start_date,
end_date=end_date,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    status: ListEmailsStatus | Unset = UNSET,
    source_type: ListEmailsSourceType | Unset = UNSET,
    campaign_id: str | Unset = UNSET,
    contact_id: str | Unset = UNSET,
    to: str | Unset = UNSET,
    search: str | Unset = UNSET,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,

) -> ListEmailsResponse200 | None:
    """ List emails

     Lists the mails of the project, newest first, sent and received ones. Bodies and the content of
    attachments are left out; read one mail to see them. A named key needs the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        status (ListEmailsStatus | Unset):
        source_type (ListEmailsSourceType | Unset):
        campaign_id (str | Unset):
        contact_id (str | Unset):
        to (str | Unset):
        search (str | Unset):
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListEmailsResponse200
     """


    return (await asyncio_detailed(
        client=client,
page=page,
page_size=page_size,
status=status,
source_type=source_type,
campaign_id=campaign_id,
contact_id=contact_id,
to=to,
search=search,
start_date=start_date,
end_date=end_date,

    )).parsed
