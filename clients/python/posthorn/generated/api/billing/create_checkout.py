from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.create_checkout_currency import CreateCheckoutCurrency
from ...models.create_checkout_response_200 import CreateCheckoutResponse200
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    currency: CreateCheckoutCurrency | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_currency: str | Unset = UNSET
    if not isinstance(currency, Unset):
        json_currency = currency.value

    params["currency"] = json_currency


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/users/@me/projects/{id}/checkout".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CreateCheckoutResponse200 | None:
    if response.status_code == 200:
        response_200 = CreateCheckoutResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[CreateCheckoutResponse200]:
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
    currency: CreateCheckoutCurrency | Unset = UNSET,

) -> Response[CreateCheckoutResponse200]:
    """ Begin a subscription

     Opens a page of Stripe where a subscription is begun. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):
        currency (CreateCheckoutCurrency | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateCheckoutResponse200]
     """


    kwargs = _get_kwargs(
        id=id,
currency=currency,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,
    currency: CreateCheckoutCurrency | Unset = UNSET,

) -> CreateCheckoutResponse200 | None:
    """ Begin a subscription

     Opens a page of Stripe where a subscription is begun. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):
        currency (CreateCheckoutCurrency | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateCheckoutResponse200
     """


    return sync_detailed(
        id=id,
client=client,
currency=currency,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    currency: CreateCheckoutCurrency | Unset = UNSET,

) -> Response[CreateCheckoutResponse200]:
    """ Begin a subscription

     Opens a page of Stripe where a subscription is begun. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):
        currency (CreateCheckoutCurrency | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateCheckoutResponse200]
     """


    kwargs = _get_kwargs(
        id=id,
currency=currency,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,
    currency: CreateCheckoutCurrency | Unset = UNSET,

) -> CreateCheckoutResponse200 | None:
    """ Begin a subscription

     Opens a page of Stripe where a subscription is begun. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):
        currency (CreateCheckoutCurrency | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateCheckoutResponse200
     """


    return (await asyncio_detailed(
        id=id,
client=client,
currency=currency,

    )).parsed
