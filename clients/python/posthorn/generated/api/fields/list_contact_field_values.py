from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_contact_field_values_response_200 import ListContactFieldValuesResponse200
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    field: str,
    *,
    limit: int | Unset = 100,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["limit"] = limit


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/contacts/fields/{field}/values".format(field=quote(str(field), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListContactFieldValuesResponse200 | None:
    if response.status_code == 200:
        response_200 = ListContactFieldValuesResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListContactFieldValuesResponse200]:
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
    limit: int | Unset = 100,

) -> Response[ListContactFieldValuesResponse200]:
    """ List the values of a field

     Lists the distinct values of a field, for instance to choose one of them in a condition. A named key
    needs the scope `read`.

    Args:
        field (str):
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListContactFieldValuesResponse200]
     """


    kwargs = _get_kwargs(
        field=field,
limit=limit,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    field: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,

) -> ListContactFieldValuesResponse200 | None:
    """ List the values of a field

     Lists the distinct values of a field, for instance to choose one of them in a condition. A named key
    needs the scope `read`.

    Args:
        field (str):
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListContactFieldValuesResponse200
     """


    return sync_detailed(
        field=field,
client=client,
limit=limit,

    ).parsed

async def asyncio_detailed(
    field: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,

) -> Response[ListContactFieldValuesResponse200]:
    """ List the values of a field

     Lists the distinct values of a field, for instance to choose one of them in a condition. A named key
    needs the scope `read`.

    Args:
        field (str):
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListContactFieldValuesResponse200]
     """


    kwargs = _get_kwargs(
        field=field,
limit=limit,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    field: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,

) -> ListContactFieldValuesResponse200 | None:
    """ List the values of a field

     Lists the distinct values of a field, for instance to choose one of them in a condition. A named key
    needs the scope `read`.

    Args:
        field (str):
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListContactFieldValuesResponse200
     """


    return (await asyncio_detailed(
        field=field,
client=client,
limit=limit,

    )).parsed
