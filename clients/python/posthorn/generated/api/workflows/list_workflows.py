from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_workflows_dir import ListWorkflowsDir
from ...models.list_workflows_response_200 import ListWorkflowsResponse200
from ...models.list_workflows_sort import ListWorkflowsSort
from ...models.list_workflows_status import ListWorkflowsStatus
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    page: int | Unset = 1,
    page_size: int | Unset = 20,
    search: str | Unset = UNSET,
    status: ListWorkflowsStatus | Unset = UNSET,
    sort: ListWorkflowsSort | Unset = ListWorkflowsSort.CREATEDAT,
    dir_: ListWorkflowsDir | Unset = ListWorkflowsDir.DESC,

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
        "url": "/workflows",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListWorkflowsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListWorkflowsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListWorkflowsResponse200]:
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
    status: ListWorkflowsStatus | Unset = UNSET,
    sort: ListWorkflowsSort | Unset = ListWorkflowsSort.CREATEDAT,
    dir_: ListWorkflowsDir | Unset = ListWorkflowsDir.DESC,

) -> Response[ListWorkflowsResponse200]:
    """ List workflows

     Lists workflows page by page, with the number of their steps and executions. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListWorkflowsStatus | Unset):
        sort (ListWorkflowsSort | Unset):  Default: ListWorkflowsSort.CREATEDAT.
        dir_ (ListWorkflowsDir | Unset):  Default: ListWorkflowsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListWorkflowsResponse200]
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
    status: ListWorkflowsStatus | Unset = UNSET,
    sort: ListWorkflowsSort | Unset = ListWorkflowsSort.CREATEDAT,
    dir_: ListWorkflowsDir | Unset = ListWorkflowsDir.DESC,

) -> ListWorkflowsResponse200 | None:
    """ List workflows

     Lists workflows page by page, with the number of their steps and executions. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListWorkflowsStatus | Unset):
        sort (ListWorkflowsSort | Unset):  Default: ListWorkflowsSort.CREATEDAT.
        dir_ (ListWorkflowsDir | Unset):  Default: ListWorkflowsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListWorkflowsResponse200
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
    status: ListWorkflowsStatus | Unset = UNSET,
    sort: ListWorkflowsSort | Unset = ListWorkflowsSort.CREATEDAT,
    dir_: ListWorkflowsDir | Unset = ListWorkflowsDir.DESC,

) -> Response[ListWorkflowsResponse200]:
    """ List workflows

     Lists workflows page by page, with the number of their steps and executions. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListWorkflowsStatus | Unset):
        sort (ListWorkflowsSort | Unset):  Default: ListWorkflowsSort.CREATEDAT.
        dir_ (ListWorkflowsDir | Unset):  Default: ListWorkflowsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListWorkflowsResponse200]
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
    status: ListWorkflowsStatus | Unset = UNSET,
    sort: ListWorkflowsSort | Unset = ListWorkflowsSort.CREATEDAT,
    dir_: ListWorkflowsDir | Unset = ListWorkflowsDir.DESC,

) -> ListWorkflowsResponse200 | None:
    """ List workflows

     Lists workflows page by page, with the number of their steps and executions. A named key needs the
    scope `read`.

    Args:
        page (int | Unset):  Default: 1.
        page_size (int | Unset):  Default: 20.
        search (str | Unset):
        status (ListWorkflowsStatus | Unset):
        sort (ListWorkflowsSort | Unset):  Default: ListWorkflowsSort.CREATEDAT.
        dir_ (ListWorkflowsDir | Unset):  Default: ListWorkflowsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListWorkflowsResponse200
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
