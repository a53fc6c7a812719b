from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.start_workflow_execution_body import StartWorkflowExecutionBody
from ...models.workflow_execution import WorkflowExecution
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: StartWorkflowExecutionBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/workflows/{id}/executions".format(id=quote(str(id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WorkflowExecution | None:
    if response.status_code == 201:
        response_201 = WorkflowExecution.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WorkflowExecution]:
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
    body: StartWorkflowExecutionBody,

) -> Response[WorkflowExecution]:
    """ Start an execution

     Starts an enabled workflow for one contact, with variables of this execution in `context`. A named
    key needs the scope `full`.

    Args:
        id (UUID):
        body (StartWorkflowExecutionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkflowExecution]
     """


    kwargs = _get_kwargs(
        id=id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: StartWorkflowExecutionBody,

) -> WorkflowExecution | None:
    """ Start an execution

     Starts an enabled workflow for one contact, with variables of this execution in `context`. A named
    key needs the scope `full`.

    Args:
        id (UUID):
        body (StartWorkflowExecutionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkflowExecution
     """


    return sync_detailed(
        id=id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: StartWorkflowExecutionBody,

) -> Response[WorkflowExecution]:
    """ Start an execution

     Starts an enabled workflow for one contact, with variables of this execution in `context`. A named
    key needs the scope `full`.

    Args:
        id (UUID):
        body (StartWorkflowExecutionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkflowExecution]
     """


    kwargs = _get_kwargs(
        id=id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: StartWorkflowExecutionBody,

) -> WorkflowExecution | None:
    """ Start an execution

     Starts an enabled workflow for one contact, with variables of this execution in `context`. A named
    key needs the scope `full`.

    Args:
        id (UUID):
        body (StartWorkflowExecutionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkflowExecution
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
