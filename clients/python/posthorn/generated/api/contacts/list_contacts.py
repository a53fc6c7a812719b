from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_contacts_dir import ListContactsDir
from ...models.list_contacts_response_200 import ListContactsResponse200
from ...models.list_contacts_sort import ListContactsSort
from ...models.list_contacts_subscribed import ListContactsSubscribed
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    search: str | Unset = UNSET,
    subscribed: ListContactsSubscribed | Unset = UNSET,
    sort: ListContactsSort | Unset = ListContactsSort.CREATEDAT,
    dir_: ListContactsDir | Unset = ListContactsDir.DESC,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["search"] = search

    json_subscribed: str | Unset = UNSET
    if not isinstance(subscribed, Unset):
        json_subscribed = subscribed.value

    params["subscribed"] = json_subscribed

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
        "url": "/contacts",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListContactsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListContactsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListContactsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    search: str | Unset = UNSET,
    subscribed: ListContactsSubscribed | Unset = UNSET,
    sort: ListContactsSort | Unset = ListContactsSort.CREATEDAT,
    dir_: ListContactsDir | Unset = ListContactsDir.DESC,

) -> Response[ListContactsResponse200]:
    """ List contacts

     Lists contacts with a cursor: ask again with the `cursor` of the answer until `hasMore` is false.
    `total` is counted on the first page only. A named key needs the scope `read`.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        search (str | Unset):
        subscribed (ListContactsSubscribed | Unset):
        sort (ListContactsSort | Unset):  Default: ListContactsSort.CREATEDAT.
        dir_ (ListContactsDir | Unset):  Default: ListContactsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListContactsResponse200]
     """


    kwargs = _get_kwargs(
        limit=limit,
cursor=cursor,
search=search,
subscribed=subscribed,
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
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    search: str | Unset = UNSET,
    subscribed: ListContactsSubscribed | Unset = UNSET,
    sort: ListContactsSort | Unset = ListContactsSort.CREATEDAT,
    dir_: ListContactsDir | Unset = ListContactsDir.DESC,

) -> ListContactsResponse200 | None:
    """ List contacts

     Lists contacts with a cursor: ask again with the `cursor` of the answer until `hasMore` is false.
    `total` is counted on the first page only. A named key needs the scope `read`.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        search (str | Unset):
        subscribed (ListContactsSubscribed | Unset):
        sort (ListContactsSort | Unset):  Default: ListContactsSort.CREATEDAT.
        dir_ (ListContactsDir | Unset):  Default: ListContactsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListContactsResponse200
     """


    return sync_detailed(
        client=client,
limit=limit,
cursor=cursor,
search=search,
subscribed=subscribed,
sort=sort,
dir_=dir_,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    search: str | Unset = UNSET,
    subscribed: ListContactsSubscribed | Unset = UNSET,
    sort: ListContactsSort | Unset = ListContactsSort.CREATEDAT,
    dir_: ListContactsDir | Unset = ListContactsDir.DESC,

) -> Response[ListContactsResponse200]:
    """ List contacts

     Lists contacts with a cursor: ask again with the `cursor` of the answer until `hasMore` is false.
    `total` is counted on the first page only. A named key needs the scope `read`.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        search (str | Unset):
        subscribed (ListContactsSubscribed | Unset):
        sort (ListContactsSort | Unset):  Default: ListContactsSort.CREATEDAT.
        dir_ (ListContactsDir | Unset):  Default: ListContactsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListContactsResponse200]
     """


    kwargs = _get_kwargs(
        limit=limit,
cursor=cursor,
search=search,
subscribed=subscribed,
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
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    search: str | Unset = UNSET,
    subscribed: ListContactsSubscribed | Unset = UNSET,
    sort: ListContactsSort | Unset = ListContactsSort.CREATEDAT,
    dir_: ListContactsDir | Unset = ListContactsDir.DESC,

) -> ListContactsResponse200 | None:
    """ List contacts

     Lists contacts with a cursor: ask again with the `cursor` of the answer until `hasMore` is false.
    `total` is counted on the first page only. A named key needs the scope `read`.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        search (str | Unset):
        subscribed (ListContactsSubscribed | Unset):
        sort (ListContactsSort | Unset):  Default: ListContactsSort.CREATEDAT.
        dir_ (ListContactsDir | Unset):  Default: ListContactsDir.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListContactsResponse200
     """


    return (await asyncio_detailed(
        client=client,
limit=limit,
cursor=cursor,
search=search,
subscribed=subscribed,
sort=sort,
dir_=dir_,

    )).parsed
