from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_workflow_fields_response_200 import ListWorkflowFieldsResponse200
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    *,
    event_name: str | Unset = UNSET,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["eventName"] = event_name


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/workflows/fields",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListWorkflowFieldsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListWorkflowFieldsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListWorkflowFieldsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    event_name: str | Unset = UNSET,

) -> Response[ListWorkflowFieldsResponse200]:
    """ List fields for conditions

     Lists what a CONDITION step may ask about: fields of the contact, and keys that were seen in the
    data of events. A named key needs the scope `read`.

    Args:
        event_name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListWorkflowFieldsResponse200]
     """


    kwargs = _get_kwargs(
        event_name=event_name,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    event_name: str | Unset = UNSET,

) -> ListWorkflowFieldsResponse200 | None:
    """ List fields for conditions

     Lists what a CONDITION step may ask about: fields of the contact, and keys that were seen in the
    data of events. A named key needs the scope `read`.

    Args:
        event_name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListWorkflowFieldsResponse200
     """


    return sync_detailed(
        client=client,
event_name=event_name,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    event_name: str | Unset = UNSET,

) -> Response[ListWorkflowFieldsResponse200]:
    """ List fields for conditions

     Lists what a CONDITION step may ask about: fields of the contact, and keys that were seen in the
    data of events. A named key needs the scope `read`.

    Args:
        event_name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListWorkflowFieldsResponse200]
     """


    kwargs = _get_kwargs(
        event_name=event_name,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    event_name: str | Unset = UNSET,

) -> ListWorkflowFieldsResponse200 | None:
    """ List fields for conditions

     Lists what a CONDITION step may ask about: fields of the contact, and keys that were seen in the
    data of events. A named key needs the scope `read`.

    Args:
        event_name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListWorkflowFieldsResponse200
     """


    return (await asyncio_detailed(
        client=client,
event_name=event_name,

    )).parsed
