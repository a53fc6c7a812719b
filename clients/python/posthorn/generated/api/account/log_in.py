from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.log_in_body import LogInBody
from ...models.log_in_response_200_type_0 import LogInResponse200Type0
from ...models.log_in_response_200_type_1 import LogInResponse200Type1
from ...models.log_in_response_200_type_2 import LogInResponse200Type2
from typing import cast



def _get_kwargs(
    *,
    body: LogInBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/auth/login",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2 | None:
    if response.status_code == 200:
        def _parse_response_200(data: object) -> LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_200_type_0 = LogInResponse200Type0.from_dict(data)



                return response_200_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_200_type_1 = LogInResponse200Type1.from_dict(data)



                return response_200_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            response_200_type_2 = LogInResponse200Type2.from_dict(data)



            return response_200_type_2

        response_200 = _parse_response_200(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: LogInBody,

) -> Response[LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2]:
    """ Log in

     Begins a session of the dashboard, by a cookie. A well-formed request is answered 200 whether or not
    the password is right: look at `success`.

    Args:
        body (LogInBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2]
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
    body: LogInBody,

) -> LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2 | None:
    """ Log in

     Begins a session of the dashboard, by a cookie. A well-formed request is answered 200 whether or not
    the password is right: look at `success`.

    Args:
        body (LogInBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: LogInBody,

) -> Response[LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2]:
    """ Log in

     Begins a session of the dashboard, by a cookie. A well-formed request is answered 200 whether or not
    the password is right: look at `success`.

    Args:
        body (LogInBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2]
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
    body: LogInBody,

) -> LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2 | None:
    """ Log in

     Begins a session of the dashboard, by a cookie. A well-formed request is answered 200 whether or not
    the password is right: look at `success`.

    Args:
        body (LogInBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        LogInResponse200Type0 | LogInResponse200Type1 | LogInResponse200Type2
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
