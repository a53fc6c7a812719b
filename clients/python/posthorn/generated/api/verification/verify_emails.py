from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.verify_emails_body import VerifyEmailsBody
from ...models.verify_emails_response_200 import VerifyEmailsResponse200
from typing import cast



def _get_kwargs(
    *,
    body: VerifyEmailsBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/verify/batch",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> VerifyEmailsResponse200 | None:
    if response.status_code == 200:
        response_200 = VerifyEmailsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[VerifyEmailsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: VerifyEmailsBody,

) -> Response[VerifyEmailsResponse200]:
    """ Verify many addresses

     Looks at up to 500 addresses in one call, at each as `POST /v1/verify` does. A named key needs the
    scope `read`.

    Args:
        body (VerifyEmailsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VerifyEmailsResponse200]
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
    body: VerifyEmailsBody,

) -> VerifyEmailsResponse200 | None:
    """ Verify many addresses

     Looks at up to 500 addresses in one call, at each as `POST /v1/verify` does. A named key needs the
    scope `read`.

    Args:
        body (VerifyEmailsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VerifyEmailsResponse200
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: VerifyEmailsBody,

) -> Response[VerifyEmailsResponse200]:
    """ Verify many addresses

     Looks at up to 500 addresses in one call, at each as `POST /v1/verify` does. A named key needs the
    scope `read`.

    Args:
        body (VerifyEmailsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VerifyEmailsResponse200]
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
    body: VerifyEmailsBody,

) -> VerifyEmailsResponse200 | None:
    """ Verify many addresses

     Looks at up to 500 addresses in one call, at each as `POST /v1/verify` does. A named key needs the
    scope `read`.

    Args:
        body (VerifyEmailsBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VerifyEmailsResponse200
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
