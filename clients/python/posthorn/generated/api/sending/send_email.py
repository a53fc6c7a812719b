from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.send_content import SendContent
from ...models.send_email_response_200 import SendEmailResponse200
from ...models.send_template import SendTemplate
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    body: SendContent | SendTemplate,
    idempotency_key: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key



    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/send",
    }

    
    if isinstance(body, SendContent):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body.to_dict()


    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SendEmailResponse200 | None:
    if response.status_code == 200:
        response_200 = SendEmailResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SendEmailResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: SendContent | SendTemplate,
    idempotency_key: str | Unset = UNSET,

) -> Response[SendEmailResponse200]:
    """ Send an email

     Sends a mail now, from a template or from a subject and a body. Each recipient gets a mail of their
    own, rendered with their data, and becomes a contact (not subscribed unless you say so). When it
    answers, every mail is on disk and leaves in the background; `GET /emails/{id}` tells what became of
    it. Send an `Idempotency-Key` to repeat the request safely. A named key needs the scope `send`.

    Args:
        idempotency_key (str | Unset):
        body (SendContent | SendTemplate):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SendEmailResponse200]
     """


    kwargs = _get_kwargs(
        body=body,
idempotency_key=idempotency_key,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: SendContent | SendTemplate,
    idempotency_key: str | Unset = UNSET,

) -> SendEmailResponse200 | None:
    """ Send an email

     Sends a mail now, from a template or from a subject and a body. Each recipient gets a mail of their
    own, rendered with their data, and becomes a contact (not subscribed unless you say so). When it
    answers, every mail is on disk and leaves in the background; `GET /emails/{id}` tells what became of
    it. Send an `Idempotency-Key` to repeat the request safely. A named key needs the scope `send`.

    Args:
        idempotency_key (str | Unset):
        body (SendContent | SendTemplate):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SendEmailResponse200
     """


    return sync_detailed(
        client=client,
body=body,
idempotency_key=idempotency_key,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: SendContent | SendTemplate,
    idempotency_key: str | Unset = UNSET,

) -> Response[SendEmailResponse200]:
    """ Send an email

     Sends a mail now, from a template or from a subject and a body. Each recipient gets a mail of their
    own, rendered with their data, and becomes a contact (not subscribed unless you say so). When it
    answers, every mail is on disk and leaves in the background; `GET /emails/{id}` tells what became of
    it. Send an `Idempotency-Key` to repeat the request safely. A named key needs the scope `send`.

    Args:
        idempotency_key (str | Unset):
        body (SendContent | SendTemplate):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SendEmailResponse200]
     """


    kwargs = _get_kwargs(
        body=body,
idempotency_key=idempotency_key,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: SendContent | SendTemplate,
    idempotency_key: str | Unset = UNSET,

) -> SendEmailResponse200 | None:
    """ Send an email

     Sends a mail now, from a template or from a subject and a body. Each recipient gets a mail of their
    own, rendered with their data, and becomes a contact (not subscribed unless you say so). When it
    answers, every mail is on disk and leaves in the background; `GET /emails/{id}` tells what became of
    it. Send an `Idempotency-Key` to repeat the request safely. A named key needs the scope `send`.

    Args:
        idempotency_key (str | Unset):
        body (SendContent | SendTemplate):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SendEmailResponse200
     """


    return (await asyncio_detailed(
        client=client,
body=body,
idempotency_key=idempotency_key,

    )).parsed
