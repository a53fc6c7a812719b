from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.count_recent_activity_response_200 import CountRecentActivityResponse200
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    minutes: int | Unset = 5,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["minutes"] = minutes


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/activity/recent-count",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CountRecentActivityResponse200 | None:
    if response.status_code == 200:
        response_200 = CountRecentActivityResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[CountRecentActivityResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    minutes: int | Unset = 5,

) -> Response[CountRecentActivityResponse200]:
    """ Count recent activity

     Counts what happened in the last minutes. A named key needs the scope `read`.

    Args:
        minutes (int | Unset):  Default: 5.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CountRecentActivityResponse200]
     """


    kwargs = _get_kwargs(
        minutes=minutes,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    minutes: int | Unset = 5,

) -> CountRecentActivityResponse200 | None:
    """ Count recent activity

     Counts what happened in the last minutes. A named key needs the scope `read`.

    Args:
        minutes (int | Unset):  Default: 5.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CountRecentActivityResponse200
     """


    return sync_detailed(
        client=client,
minutes=minutes,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    minutes: int | Unset = 5,

) -> Response[CountRecentActivityResponse200]:
    """ Count recent activity

     Counts what happened in the last minutes. A named key needs the scope `read`.

    Args:
        minutes (int | Unset):  Default: 5.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CountRecentActivityResponse200]
     """


    kwargs = _get_kwargs(
        minutes=minutes,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    minutes: int | Unset = 5,

) -> CountRecentActivityResponse200 | None:
    """ Count recent activity

     Counts what happened in the last minutes. A named key needs the scope `read`.

    Args:
        minutes (int | Unset):  Default: 5.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CountRecentActivityResponse200
     """


    return (await asyncio_detailed(
        client=client,
minutes=minutes,

    )).parsed
