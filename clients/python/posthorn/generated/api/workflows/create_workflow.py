from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.create_workflow_body import CreateWorkflowBody
from ...models.workflow import Workflow
from typing import cast



def _get_kwargs(
    *,
    body: CreateWorkflowBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/workflows",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Workflow | None:
    if response.status_code == 201:
        response_201 = Workflow.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Workflow]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateWorkflowBody,

) -> Response[Workflow]:
    """ Create a workflow

     Creates a workflow that an event starts, with its TRIGGER step. It does nothing until you enable it.
    A named key needs the scope `full`.

    Args:
        body (CreateWorkflowBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Workflow]
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
    body: CreateWorkflowBody,

) -> Workflow | None:
    """ Create a workflow

     Creates a workflow that an event starts, with its TRIGGER step. It does nothing until you enable it.
    A named key needs the scope `full`.

    Args:
        body (CreateWorkflowBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Workflow
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: CreateWorkflowBody,

) -> Response[Workflow]:
    """ Create a workflow

     Creates a workflow that an event starts, with its TRIGGER step. It does nothing until you enable it.
    A named key needs the scope `full`.

    Args:
        body (CreateWorkflowBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Workflow]
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
    body: CreateWorkflowBody,

) -> Workflow | None:
    """ Create a workflow

     Creates a workflow that an event starts, with its TRIGGER step. It does nothing until you enable it.
    A named key needs the scope `full`.

    Args:
        body (CreateWorkflowBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Workflow
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
