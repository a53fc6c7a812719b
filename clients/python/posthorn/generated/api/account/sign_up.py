from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.sign_up_body import SignUpBody
from ...models.sign_up_response_200_type_0 import SignUpResponse200Type0
from ...models.sign_up_response_200_type_1 import SignUpResponse200Type1
from typing import cast



def _get_kwargs(
    *,
    body: SignUpBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/auth/signup",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SignUpResponse200Type0 | SignUpResponse200Type1 | None:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> SignUpResponse200Type0 | SignUpResponse200Type1:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_200_type_0 = SignUpResponse200Type0.from_dict(data)



                return response_200_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            response_200_type_1 = SignUpResponse200Type1.from_dict(data)



            return response_200_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SignUpResponse200Type0 | SignUpResponse200Type1]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: SignUpBody,

) -> Response[SignUpResponse200Type0 | SignUpResponse200Type1]:
    """ Sign up

     Creates an account and begins a session. Refusals are answered 200 with `success` false and the
    reason.

    Args:
        body (SignUpBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SignUpResponse200Type0 | SignUpResponse200Type1]
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
    client: AuthenticatedClient | Client,
    body: SignUpBody,

) -> SignUpResponse200Type0 | SignUpResponse200Type1 | None:
    """ Sign up

     Creates an account and begins a session. Refusals are answered 200 with `success` false and the
    reason.

    Args:
        body (SignUpBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SignUpResponse200Type0 | SignUpResponse200Type1
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: SignUpBody,

) -> Response[SignUpResponse200Type0 | SignUpResponse200Type1]:
    """ Sign up

     Creates an account and begins a session. Refusals are answered 200 with `success` false and the
    reason.

    Args:
        body (SignUpBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SignUpResponse200Type0 | SignUpResponse200Type1]
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
    client: AuthenticatedClient | Client,
    body: SignUpBody,

) -> SignUpResponse200Type0 | SignUpResponse200Type1 | None:
    """ Sign up

     Creates an account and begins a session. Refusals are answered 200 with `success` false and the
    reason.

    Args:
        body (SignUpBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SignUpResponse200Type0 | SignUpResponse200Type1
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
