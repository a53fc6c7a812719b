from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_templates_dir import ListTemplatesDir
from ...models.list_templates_response_200 import ListTemplatesResponse200
from ...models.list_templates_sort import ListTemplatesSort
from ...models.list_templates_type import ListTemplatesType
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    search: str | Unset = UNSET,
    type_: ListTemplatesType | Unset = UNSET,
    sort: ListTemplatesSort | Unset = ListTemplatesSort.CREATEDAT,
    dir_: ListTemplatesDir | Unset = ListTemplatesDir.DESC,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["page"] = page

    params["pageSize"] = page_size

    params["search"] = search

    json_type_: str | Unset = UNSET
    if not isinstance(type_, Unset):
        json_type_ = type_.value

    params["type"] = json_type_

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
        "url": "/templates",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListTemplatesResponse200 | None:
    if response.status_code == 200:
        response_200 = ListTemplatesResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListTemplatesResponse200]:
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
    type_: ListTemplatesType | Unset = UNSET,
    sort: ListTemplatesSort | Unset = ListTemplatesSort.CREATEDAT,
    dir_: ListTemplatesDir | Unset = ListTemplatesDir.DESC,

) -> Response[ListTemplatesResponse200]:
    """ List templates

     Lists templates page by page. `search` looks into name, description and subject. A named key needs
    the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        type_ (ListTemplatesType | Unset):
        sort (ListTemplatesSort | Unset):  Default: ListTemplatesSort.CREATEDAT.
        dir_ (ListTemplatesDir | Unset):  Default: ListTemplatesDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListTemplatesResponse200]
     """


    kwargs = _get_kwargs(
        page=page,
page_size=page_size,
search=search,
type_=type_,
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
    type_: ListTemplatesType | Unset = UNSET,
    sort: ListTemplatesSort | Unset = ListTemplatesSort.CREATEDAT,
    dir_: ListTemplatesDir | Unset = ListTemplatesDir.DESC,

) -> ListTemplatesResponse200 | None:
    """ List templates

     Lists templates page by page. `search` looks into name, description and subject. A named key needs
    the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        type_ (ListTemplatesType | Unset):
        sort (ListTemplatesSort | Unset):  Default: ListTemplatesSort.CREATEDAT.
        dir_ (ListTemplatesDir | Unset):  Default: ListTemplatesDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListTemplatesResponse200
     """


    return sync_detailed(
        client=client,
page=page,
page_size=page_size,
search=search,
type_=type_,
sort=sort,
dir_=dir_,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    search: str | Unset = UNSET,
    type_: ListTemplatesType | Unset = UNSET,
    sort: ListTemplatesSort | Unset = ListTemplatesSort.CREATEDAT,
    dir_: ListTemplatesDir | Unset = ListTemplatesDir.DESC,

) -> Response[ListTemplatesResponse200]:
    """ List templates

     Lists templates page by page. `search` looks into name, description and subject. A named key needs
    the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        type_ (ListTemplatesType | Unset):
        sort (ListTemplatesSort | Unset):  Default: ListTemplatesSort.CREATEDAT.
        dir_ (ListTemplatesDir | Unset):  Default: ListTemplatesDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListTemplatesResponse200]
     """


    kwargs = _get_kwargs(
        page=page,
page_size=page_size,
search=search,
type_=type_,
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
    type_: ListTemplatesType | Unset = UNSET,
    sort: ListTemplatesSort | Unset = ListTemplatesSort.CREATEDAT,
    dir_: ListTemplatesDir | Unset = ListTemplatesDir.DESC,

) -> ListTemplatesResponse200 | None:
    """ List templates

     Lists templates page by page. `search` looks into name, description and subject. A named key needs
    the scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        type_ (ListTemplatesType | Unset):
        sort (ListTemplatesSort | Unset):  Default: ListTemplatesSort.CREATEDAT.
        dir_ (ListTemplatesDir | Unset):  Default: ListTemplatesDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListTemplatesResponse200
     """


    return (await asyncio_detailed(
        client=client,
page=page,
page_size=page_size,
search=search,
type_=type_,
sort=sort,
dir_=dir_,

    )).parsed
