from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.workflow_execution import WorkflowExecution
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    execution_id: UUID,

) -> dict[str, Any]:
    

    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/workflows/{id}/executions/{execution_id}/retry".format(id=quote(str(id), safe=""),execution_id=quote(str(execution_id), safe=""),),
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WorkflowExecution | None:
    if response.status_code == 200:
        response_200 = WorkflowExecution.from_dict(response.json())



        return response_200

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
    execution_id: UUID,
    *,
    client: AuthenticatedClient,

) -> Response[WorkflowExecution]:
    """ Retry a failed execution

     Goes on with a failed execution at the step that failed. A named key needs the scope `full`.

    Args:
        id (UUID):
        execution_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkflowExecution]
     """


    kwargs = _get_kwargs(
        id=id,
execution_id=execution_id,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    execution_id: UUID,
    *,
    client: AuthenticatedClient,

) -> WorkflowExecution | None:
    """ Retry a failed execution

     Goes on with a failed execution at the step that failed. A named key needs the scope `full`.

    Args:
        id (UUID):
        execution_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkflowExecution
     """


    return sync_detailed(
        id=id,
execution_id=execution_id,
client=client,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    execution_id: UUID,
    *,
    client: AuthenticatedClient,

) -> Response[WorkflowExecution]:
    """ Retry a failed execution

     Goes on with a failed execution at the step that failed. A named key needs the scope `full`.

    Args:
        id (UUID):
        execution_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkflowExecution]
     """


    kwargs = _get_kwargs(
        id=id,
execution_id=execution_id,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    execution_id: UUID,
    *,
    client: AuthenticatedClient,

) -> WorkflowExecution | None:
    """ Retry a failed execution

     Goes on with a failed execution at the step that failed. A named key needs the scope `full`.

    Args:
        id (UUID):
        execution_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkflowExecution
     """


    return (await asyncio_detailed(
        id=id,
execution_id=execution_id,
client=client,

    )).parsed
