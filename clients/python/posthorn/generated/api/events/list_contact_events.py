from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.list_contact_events_response_200 import ListContactEventsResponse200
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    contact_id: UUID,
    *,
    limit: int | Unset = 50,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    params["limit"] = limit


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/events/contact/{contact_id}".format(contact_id=quote(str(contact_id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListContactEventsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListContactEventsResponse200.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListContactEventsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    contact_id: UUID,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,

) -> Response[ListContactEventsResponse200]:
    """ List the events of a contact

     Lists what happened to one contact. A named key needs the scope `read`.

    Args:
        contact_id (UUID):
        limit (int | Unset):  Default: 50.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListContactEventsResponse200]
     """


    kwargs = _get_kwargs(
        contact_id=contact_id,
limit=limit,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    contact_id: UUID,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,

) -> ListContactEventsResponse200 | None:
    """ List the events of a contact

     Lists what happened to one contact. A named key needs the scope `read`.

    Args:
        contact_id (UUID):
        limit (int | Unset):  Default: 50.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListContactEventsResponse200
     """


    return sync_detailed(
        contact_id=contact_id,
client=client,
limit=limit,

    ).parsed

async def asyncio_detailed(
    contact_id: UUID,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,

) -> Response[ListContactEventsResponse200]:
    """ List the events of a contact

     Lists what happened to one contact. A named key needs the scope `read`.

    Args:
        contact_id (UUID):
        limit (int | Unset):  Default: 50.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListContactEventsResponse200]
     """


    kwargs = _get_kwargs(
        contact_id=contact_id,
limit=limit,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    contact_id: UUID,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 50,

) -> ListContactEventsResponse200 | None:
    """ List the events of a contact

     Lists what happened to one contact. A named key needs the scope `read`.

    Args:
        contact_id (UUID):
        limit (int | Unset):  Default: 50.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListContactEventsResponse200
     """


    return (await asyncio_detailed(
        contact_id=contact_id,
client=client,
limit=limit,

    )).parsed
