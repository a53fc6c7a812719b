from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.create_workflow_transition_body import CreateWorkflowTransitionBody
from ...models.workflow_transition import WorkflowTransition
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: CreateWorkflowTransitionBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/workflows/{id}/transitions".format(id=quote(str(id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WorkflowTransition | None:
    if response.status_code == 201:
        response_201 = WorkflowTransition.from_dict(response.json())



        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WorkflowTransition]:
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
    body: CreateWorkflowTransitionBody,

) -> Response[WorkflowTransition]:
    """ Link two steps

     Links two steps. From a CONDITION step say which `branch` it is; from a WAIT_FOR_EVENT step which
    outcome. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (CreateWorkflowTransitionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkflowTransition]
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
    body: CreateWorkflowTransitionBody,

) -> WorkflowTransition | None:
    """ Link two steps

     Links two steps. From a CONDITION step say which `branch` it is; from a WAIT_FOR_EVENT step which
    outcome. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (CreateWorkflowTransitionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkflowTransition
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
    body: CreateWorkflowTransitionBody,

) -> Response[WorkflowTransition]:
    """ Link two steps

     Links two steps. From a CONDITION step say which `branch` it is; from a WAIT_FOR_EVENT step which
    outcome. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (CreateWorkflowTransitionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WorkflowTransition]
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
    body: CreateWorkflowTransitionBody,

) -> WorkflowTransition | None:
    """ Link two steps

     Links two steps. From a CONDITION step say which `branch` it is; from a WAIT_FOR_EVENT step which
    outcome. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (CreateWorkflowTransitionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WorkflowTransition
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
