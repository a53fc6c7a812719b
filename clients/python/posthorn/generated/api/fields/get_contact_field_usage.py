from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.get_contact_field_usage_response_200 import GetContactFieldUsageResponse200
from typing import cast



def _get_kwargs(
    field: str,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/contacts/fields/{field}/usage".format(field=quote(str(field), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> GetContactFieldUsageResponse200 | None:
    if response.status_code == 200:
        response_200 = GetContactFieldUsageResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[GetContactFieldUsageResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    field: str,
    *,
    client: AuthenticatedClient,

) -> Response[GetContactFieldUsageResponse200]:
    """ See what refers to a field

     Tells which segments, campaigns and workflows refer to a field, and how many contacts have it. A
    named key needs the scope `read`.

    Args:
        field (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetContactFieldUsageResponse200]
     """


    kwargs = _get_kwargs(
        field=field,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    field: str,
    *,
    client: AuthenticatedClient,

) -> GetContactFieldUsageResponse200 | None:
    """ See what refers to a field

     Tells which segments, campaigns and workflows refer to a field, and how many contacts have it. A
    named key needs the scope `read`.

    Args:
        field (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetContactFieldUsageResponse200
     """


    return sync_detailed(
        field=field,
client=client,

    ).parsed

async def asyncio_detailed(
    field: str,
    *,
    client: AuthenticatedClient,

) -> Response[GetContactFieldUsageResponse200]:
    """ See what refers to a field

     Tells which segments, campaigns and workflows refer to a field, and how many contacts have it. A
    named key needs the scope `read`.

    Args:
        field (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetContactFieldUsageResponse200]
     """


    kwargs = _get_kwargs(
        field=field,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    field: str,
    *,
    client: AuthenticatedClient,

) -> GetContactFieldUsageResponse200 | None:
    """ See what refers to a field

     Tells which segments, campaigns and workflows refer to a field, and how many contacts have it. A
    named key needs the scope `read`.

    Args:
        field (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetContactFieldUsageResponse200
     """


    return (await asyncio_detailed(
        field=field,
client=client,

    )).parsed
