from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.create_domain_body import CreateDomainBody
from ...models.domain import Domain
from typing import cast



def _get_kwargs(
    *,
    body: CreateDomainBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/domains",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Domain | None:
    if response.status_code == 201:
        response_201 = Domain.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Domain]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateDomainBody,

) -> Response[Domain]:
    """ Add a domain

     Adds a domain to send from. The answer lists the DNS records to publish; the domain is verified when
    the DKIM record is found, which is looked for every five minutes. A named key needs the scope
    `full`. A session needs the role ADMIN or OWNER.

    Args:
        body (CreateDomainBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: CreateDomainBody,

) -> Domain | None:
    """ Add a domain

     Adds a domain to send from. The answer lists the DNS records to publish; the domain is verified when
    the DKIM record is found, which is looked for every five minutes. A named key needs the scope
    `full`. A session needs the role ADMIN or OWNER.

    Args:
        body (CreateDomainBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateDomainBody,

) -> Response[Domain]:
    """ Add a domain

     Adds a domain to send from. The answer lists the DNS records to publish; the domain is verified when
    the DKIM record is found, which is looked for every five minutes. A named key needs the scope
    `full`. A session needs the role ADMIN or OWNER.

    Args:
        body (CreateDomainBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Domain]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: CreateDomainBody,

) -> Domain | None:
    """ Add a domain

     Adds a domain to send from. The answer lists the DNS records to publish; the domain is verified when
    the DKIM record is found, which is looked for every five minutes. A named key needs the scope
    `full`. A session needs the role ADMIN or OWNER.

    Args:
        body (CreateDomainBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Domain
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
