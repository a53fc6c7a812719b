from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.course_point import CoursePoint
from ...models.get_campaign_timeline_format import GetCampaignTimelineFormat
from ...models.get_campaign_timeline_interval import GetCampaignTimelineInterval
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID
import datetime



def _get_kwargs(
    id: UUID,
    *,
    interval: GetCampaignTimelineInterval | Unset = GetCampaignTimelineInterval.HOUR,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    format_: GetCampaignTimelineFormat | Unset = GetCampaignTimelineFormat.JSON,

) -> dict[str, Any]:
    

    

    params: dict[str, Any] = {}

    json_interval: str | Unset = UNSET
    if not isinstance(interval, Unset):
        json_interval = interval.value

    params["interval"] = json_interval

    json_start_date: str | Unset = UNSET
    if not isinstance(start_date, Unset):
        json_start_date = start_date.isoformat()
    params["startDate"] = json_start_date

    json_end_date: str | Unset = UNSET
    if not isinstance(end_date, Unset):
        json_end_date = end_date.isoformat()
    params["endDate"] = json_end_date

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_.value

    params["format"] = json_format_


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/campaigns/{id}/timeline".format(id=quote(str(id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[CoursePoint] | None:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in (_response_200):
            response_200_item = CoursePoint.from_dict(response_200_item_data)



            response_200.append(response_200_item)

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[list[CoursePoint]]:
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
    interval: GetCampaignTimelineInterval | Unset = GetCampaignTimelineInterval.HOUR,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    format_: GetCampaignTimelineFormat | Unset = GetCampaignTimelineFormat.JSON,

) -> Response[list[CoursePoint]]:
    """ Get the course of a campaign

     Counts what happened to a campaign by the minute or the hour; times without anything are left out.
    `format=csv` answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        interval (GetCampaignTimelineInterval | Unset):  Default:
            GetCampaignTimelineInterval.HOUR.
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):
        format_ (GetCampaignTimelineFormat | Unset):  Default: GetCampaignTimelineFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[CoursePoint]]
     """


    kwargs = _get_kwargs(
        id=id,
interval=interval,
start_date=start_date,
end_date=end_date,
format_=format_,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    id: UUID,
    *,
    client: AuthenticatedClient,
    interval: GetCampaignTimelineInterval | Unset = GetCampaignTimelineInterval.HOUR,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    format_: GetCampaignTimelineFormat | Unset = GetCampaignTimelineFormat.JSON,

) -> list[CoursePoint] | None:
    """ Get the course of a campaign

     Counts what happened to a campaign by the minute or the hour; times without anything are left out.
    `format=csv` answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        interval (GetCampaignTimelineInterval | Unset):  Default:
            GetCampaignTimelineInterval.HOUR.
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):
        format_ (GetCampaignTimelineFormat | Unset):  Default: GetCampaignTimelineFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[CoursePoint]
     """


    return sync_detailed(
        id=id,
client=client,
interval=interval,
start_date=start_date,
end_date=end_date,
format_=format_,

    ).parsed

async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient,
    interval: GetCampaignTimelineInterval | Unset = GetCampaignTimelineInterval.HOUR,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    format_: GetCampaignTimelineFormat | Unset = GetCampaignTimelineFormat.JSON,

) -> Response[list[CoursePoint]]:
    """ Get the course of a campaign

     Counts what happened to a campaign by the minute or the hour; times without anything are left out.
    `format=csv` answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        interval (GetCampaignTimelineInterval | Unset):  Default:
            GetCampaignTimelineInterval.HOUR.
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):
        format_ (GetCampaignTimelineFormat | Unset):  Default: GetCampaignTimelineFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[CoursePoint]]
     """


    kwargs = _get_kwargs(
        id=id,
interval=interval,
start_date=start_date,
end_date=end_date,
format_=format_,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient,
    interval: GetCampaignTimelineInterval | Unset = GetCampaignTimelineInterval.HOUR,
    start_date: datetime.datetime | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    format_: GetCampaignTimelineFormat | Unset = GetCampaignTimelineFormat.JSON,

) -> list[CoursePoint] | None:
    """ Get the course of a campaign

     Counts what happened to a campaign by the minute or the hour; times without anything are left out.
    `format=csv` answers a table for spreadsheets. A named key needs the scope `read`.

    Args:
        id (UUID):
        interval (GetCampaignTimelineInterval | Unset):  Default:
            GetCampaignTimelineInterval.HOUR.
        start_date (datetime.datetime | Unset):
        end_date (datetime.datetime | Unset):
        format_ (GetCampaignTimelineFormat | Unset):  Default: GetCampaignTimelineFormat.JSON.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[CoursePoint]
     """


    return (await asyncio_detailed(
        id=id,
client=client,
interval=interval,
start_date=start_date,
end_date=end_date,
format_=format_,

    )).parsed
