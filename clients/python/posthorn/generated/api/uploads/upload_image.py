from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.upload_image_body import UploadImageBody
from ...models.uploaded_image import UploadedImage
from typing import cast



def _get_kwargs(
    *,
    body: UploadImageBody,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}


    

    

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/uploads/image",
    }

    _kwargs["files"] = body.to_multipart()

    headers["Content-Type"] = "multipart/form-data; boundary=+++"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> UploadedImage | None:
    if response.status_code == 200:
        response_200 = UploadedImage.from_dict(response.json())



        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[UploadedImage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: UploadImageBody,

) -> Response[UploadedImage]:
    """ Upload an image

     Stores an image for use in mails. What it is is judged by its content: JPEG, PNG, GIF and WebP are
    taken, at most 10 MB. A named key needs the scope `full`.

    Args:
        body (UploadImageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UploadedImage]
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
    body: UploadImageBody,

) -> UploadedImage | None:
    """ Upload an image

     Stores an image for use in mails. What it is is judged by its content: JPEG, PNG, GIF and WebP are
    taken, at most 10 MB. A named key needs the scope `full`.

    Args:
        body (UploadImageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UploadedImage
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: UploadImageBody,

) -> Response[UploadedImage]:
    """ Upload an image

     Stores an image for use in mails. What it is is judged by its content: JPEG, PNG, GIF and WebP are
    taken, at most 10 MB. A named key needs the scope `full`.

    Args:
        body (UploadImageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UploadedImage]
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
    body: UploadImageBody,

) -> UploadedImage | None:
    """ Upload an image

     Stores an image for use in mails. What it is is judged by its content: JPEG, PNG, GIF and WebP are
    taken, at most 10 MB. A named key needs the scope `full`.

    Args:
        body (UploadImageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UploadedImage
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
