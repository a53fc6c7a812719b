from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.webhook_secret import WebhookSecret
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/users/@me/projects/{id}/webhook-secret/rotate".format(id=quote(str(id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WebhookSecret | None:
    if response.status_code == 200:
        response_200 = WebhookSecret.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WebhookSecret]:
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

) -> Response[WebhookSecret]:
    """ Rotate the webhook secret

     Makes the secret anew. For a day each request has two signatures, by the new secret and by the one
    before, so that receivers can change over one by one; after a second rotation the first secret is
    dead. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookSecret]
     """


    kwargs = _get_kwargs(
        id=id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,

) -> WebhookSecret | None:
    """ Rotate the webhook secret

     Makes the secret anew. For a day each request has two signatures, by the new secret and by the one
    before, so that receivers can change over one by one; after a second rotation the first secret is
    dead. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookSecret
     """


    return sync_detailed(
        id=id,
client=client,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,

) -> Response[WebhookSecret]:
    """ Rotate the webhook secret

     Makes the secret anew. For a day each request has two signatures, by the new secret and by the one
    before, so that receivers can change over one by one; after a second rotation the first secret is
    dead. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookSecret]
     """


    kwargs = _get_kwargs(
        id=id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,

) -> WebhookSecret | None:
    """ Rotate the webhook secret

     Makes the secret anew. For a day each request has two signatures, by the new secret and by the one
    before, so that receivers can change over one by one; after a second rotation the first secret is
    dead. A session needs the role ADMIN or OWNER.

    Args:
        id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookSecret
     """


    return (await asyncio_detailed(
        id=id,
client=client,

    )).parsed
