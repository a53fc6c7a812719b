from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...types import UNSET, Unset
from uuid import UUID



def _get_kwargs(
    id: UUID,
    step_id: UUID,
    *,
    splice: bool | Unset = False,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["splice"] = splice


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/workflows/{id}/steps/{step_id}".format(id=quote(str(id), safe=""),step_id=quote(str(step_id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | None:
    if response.status_code == 204:
        return None

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: UUID,
    step_id: UUID,
    *,
    client: AuthenticatedClient,
    splice: bool | Unset = False,

) -> Response[Any]:
    """ Delete a step

     Deletes a step and everything behind it; with `splice=true` the step alone, and its neighbours are
    linked. A named key needs the scope `full`.

    Args:
        id (UUID):
        step_id (UUID):
        splice (bool | Unset):  Default: False.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        id=id,
step_id=step_id,
splice=splice,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    id: UUID,
    step_id: UUID,
    *,
    client: AuthenticatedClient,
    splice: bool | Unset = False,

) -> Response[Any]:
    """ Delete a step

     Deletes a step and everything behind it; with `splice=true` the step alone, and its neighbours are
    linked. A named key needs the scope `full`.

    Args:
        id (UUID):
        step_id (UUID):
        splice (bool | Unset):  Default: False.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
     """


    kwargs = _get_kwargs(
        id=id,
step_id=step_id,
splice=splice,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

