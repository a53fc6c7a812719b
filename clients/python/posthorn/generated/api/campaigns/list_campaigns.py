from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_campaigns_dir import ListCampaignsDir
from ...models.list_campaigns_response_200 import ListCampaignsResponse200
from ...models.list_campaigns_sort import ListCampaignsSort
from ...models.list_campaigns_status import ListCampaignsStatus
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    search: str | Unset = UNSET,
    status: ListCampaignsStatus | Unset = UNSET,
    sort: ListCampaignsSort | Unset = ListCampaignsSort.CREATEDAT,
    dir_: ListCampaignsDir | Unset = ListCampaignsDir.DESC,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["page"] = page

    params["pageSize"] = page_size

    params["search"] = search

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort.value

    params["sort"] = json_sort

    json_dir_: str | Unset = UNSET
    if not isinstance(dir_, Unset):
        json_dir_ = dir_.value

    params["dir"] = json_dir_


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/campaigns",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListCampaignsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListCampaignsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListCampaignsResponse200]:
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
    search: str | Unset = UNSET,
    status: ListCampaignsStatus | Unset = UNSET,
    sort: ListCampaignsSort | Unset = ListCampaignsSort.CREATEDAT,
    dir_: ListCampaignsDir | Unset = ListCampaignsDir.DESC,

) -> Response[ListCampaignsResponse200]:
    """ List campaigns

     Lists campaigns page by page. `search` looks into name, subject and sender. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListCampaignsStatus | Unset):
        sort (ListCampaignsSort | Unset):  Default: ListCampaignsSort.CREATEDAT.
        dir_ (ListCampaignsDir | Unset):  Default: ListCampaignsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListCampaignsResponse200]
     """


    kwargs = _get_kwargs(
        page=page,
page_size=page_size,
search=search,
status=status,
sort=sort,
dir_=dir_,

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
    search: str | Unset = UNSET,
    status: ListCampaignsStatus | Unset = UNSET,
    sort: ListCampaignsSort | Unset = ListCampaignsSort.CREATEDAT,
    dir_: ListCampaignsDir | Unset = ListCampaignsDir.DESC,

) -> ListCampaignsResponse200 | None:
    """ List campaigns

     Lists campaigns page by page. `search` looks into name, subject and sender. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListCampaignsStatus | Unset):
        sort (ListCampaignsSort | Unset):  Default: ListCampaignsSort.CREATEDAT.
        dir_ (ListCampaignsDir | Unset):  Default: ListCampaignsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListCampaignsResponse200
     """


    return sync_detailed(
        client=client,
page=page,
page_size=page_size,
search=search,
status=status,
sort=sort,
dir_=dir_,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    search: str | Unset = UNSET,
    status: ListCampaignsStatus | Unset = UNSET,
    sort: ListCampaignsSort | Unset = ListCampaignsSort.CREATEDAT,
    dir_: ListCampaignsDir | Unset = ListCampaignsDir.DESC,

) -> Response[ListCampaignsResponse200]:
    """ List campaigns

     Lists campaigns page by page. `search` looks into name, subject and sender. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListCampaignsStatus | Unset):
        sort (ListCampaignsSort | Unset):  Default: ListCampaignsSort.CREATEDAT.
        dir_ (ListCampaignsDir | Unset):  Default: ListCampaignsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListCampaignsResponse200]
     """


    kwargs = _get_kwargs(
        page=page,
page_size=page_size,
search=search,
status=status,
sort=sort,
dir_=dir_,

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
    search: str | Unset = UNSET,
    status: ListCampaignsStatus | Unset = UNSET,
    sort: ListCampaignsSort | Unset = ListCampaignsSort.CREATEDAT,
    dir_: ListCampaignsDir | Unset = ListCampaignsDir.DESC,

) -> ListCampaignsResponse200 | None:
    """ List campaigns

     Lists campaigns page by page. `search` looks into name, subject and sender. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListCampaignsStatus | Unset):
        sort (ListCampaignsSort | Unset):  Default: ListCampaignsSort.CREATEDAT.
        dir_ (ListCampaignsDir | Unset):  Default: ListCampaignsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListCampaignsResponse200
     """


    return (await asyncio_detailed(
        client=client,
page=page,
page_size=page_size,
search=search,
status=status,
sort=sort,
dir_=dir_,

    )).parsed
