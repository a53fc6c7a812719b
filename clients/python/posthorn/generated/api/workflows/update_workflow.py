from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.update_workflow_body import UpdateWorkflowBody
from ...models.workflow import Workflow
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    id: UUID,
    *,
    body: UpdateWorkflowBody | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/workflows/{id}".format(id=quote(str(id), safe=""),),
    }

    
    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Workflow | None:
    if response.status_code == 200:
        response_200 = Workflow.from_dict(response.json())



        return response_200

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
    id: UUID,
    *,
    client: AuthenticatedClient,
    body: UpdateWorkflowBody | Unset = UNSET,

) -> Response[Workflow]:
    """ Update a workflow

     Changes the keys that are sent, `enabled` among them. What starts a workflow cannot change while
    executions are active. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (UpdateWorkflowBody | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Workflow]
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
    body: UpdateWorkflowBody | Unset = UNSET,

) -> Workflow | None:
    """ Update a workflow

     Changes the keys that are sent, `enabled` among them. What starts a workflow cannot change while
    executions are active. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (UpdateWorkflowBody | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Workflow
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
    body: UpdateWorkflowBody | Unset = UNSET,

) -> Response[Workflow]:
    """ Update a workflow

     Changes the keys that are sent, `enabled` among them. What starts a workflow cannot change while
    executions are active. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (UpdateWorkflowBody | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Workflow]
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
    body: UpdateWorkflowBody | Unset = UNSET,

) -> Workflow | None:
    """ Update a workflow

     Changes the keys that are sent, `enabled` among them. What starts a workflow cannot change while
    executions are active. A named key needs the scope `full`.

    Args:
        id (UUID):
        body (UpdateWorkflowBody | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Workflow
     """


    return (await asyncio_detailed(
        id=id,
client=client,
body=body,

    )).parsed
