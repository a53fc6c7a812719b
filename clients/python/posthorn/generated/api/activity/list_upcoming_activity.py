from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_upcoming_activity_response_200 import ListUpcomingActivityResponse200
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    limit: int | Unset = 50,
    days_ahead: int | Unset = 30,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["daysAhead"] = days_ahead


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/activity/upcoming",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListUpcomingActivityResponse200 | None:
    if response.status_code == 200:
        response_200 = ListUpcomingActivityResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListUpcomingActivityResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,
    days_ahead: int | Unset = 30,

) -> Response[ListUpcomingActivityResponse200]:
    """ List what is to come

     Lists what is to come: scheduled campaigns, and executions of workflows that wait. A named key needs
    the scope `read`.

    Args:
        limit (int | Unset):  Default: 50.
        days_ahead (int | Unset):  Default: 30.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListUpcomingActivityResponse200]
     """


    kwargs = _get_kwargs(
        limit=limit,
days_ahead=days_ahead,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,
    days_ahead: int | Unset = 30,

) -> ListUpcomingActivityResponse200 | None:
    """ List what is to come

     Lists what is to come: scheduled campaigns, and executions of workflows that wait. A named key needs
    the scope `read`.

    Args:
        limit (int | Unset):  Default: 50.
        days_ahead (int | Unset):  Default: 30.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListUpcomingActivityResponse200
     """


    return sync_detailed(
        client=client,
limit=limit,
days_ahead=days_ahead,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,
    days_ahead: int | Unset = 30,

) -> Response[ListUpcomingActivityResponse200]:
    """ List what is to come

     Lists what is to come: scheduled campaigns, and executions of workflows that wait. A named key needs
    the scope `read`.

    Args:
        limit (int | Unset):  Default: 50.
        days_ahead (int | Unset):  Default: 30.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListUpcomingActivityResponse200]
     """


    kwargs = _get_kwargs(
        limit=limit,
days_ahead=days_ahead,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,
    days_ahead: int | Unset = 30,

) -> ListUpcomingActivityResponse200 | None:
    """ List what is to come

     Lists what is to come: scheduled campaigns, and executions of workflows that wait. A named key needs
    the scope `read`.

    Args:
        limit (int | Unset):  Default: 50.
        days_ahead (int | Unset):  Default: 30.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListUpcomingActivityResponse200
     """


    return (await asyncio_detailed(
        client=client,
limit=limit,
days_ahead=days_ahead,

    )).parsed
