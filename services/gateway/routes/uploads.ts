/** Images for template bodies (contract 4.9 "Uploads"). */
import { z } from 'zod';
import { fault, shortFault } from '#kit/errors.ts';
import { typeOfKey } from '../domain/image.ts';
import { promised } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { FOR_EVER } from '../uploads.ts';

const uploaded = z
  .object({
    url: z.url().meta({ examples: ['https://api.example.org/uploads/9c1e2d3c4b5a69780f1e2d3c4b5a69788796a5b4c3d2e1f0.png'] }),
    key: z.string().meta({ examples: ['9c1e2d3c4b5a69780f1e2d3c4b5a69788796a5b4c3d2e1f0.png'] }),
    filename: z.string().meta({ examples: ['logo.png'] }),
    contentType: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    size: z.int().meta({ examples: [2048] }),
  })
  .meta({ id: 'UploadedImage' });

/** The smallest GIF, which is all ASCII. */
const PIXEL = 'GIF89a\u0001\0\u0001\0\0\0\0;';

export const uploadRoutes: Route[] = [
  ownRoute('POST /uploads/image', {
    summary: 'Upload an image',
    auth: 'secret-key-or-session',
    multipart: { name: 'image', types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'], example: PIXEL },
    target: 'gateway',
    reply: promised(200, uploaded),
    async answer({ http, caller }, { config, images }) {
      if (!images) throw shortFault('Uploads are not set up', 503);
      const part = http.isMultipart() ? await http.file().catch(() => undefined) : undefined;
      if (!part || part.fieldname !== 'image') throw shortFault('Image file is required');
      const { key, size, contentType } = await images.store(caller.projectId, part.file);
      const home = config.blobs.images.publicUrl ?? `${config.http.apiUri}/uploads`;
      return { status: 200, json: { url: `${home}/${key}`, key, filename: part.filename, contentType, size } };
    },
  }),
  ownRoute('GET /uploads/:key', {
    summary: 'Get an image',
    auth: 'none',
    target: 'gateway',
    reply: promised(200, z.string().meta({ format: 'binary' }), 'image/*'),
    async answer({ params }, { images }) {
      const type = typeOfKey(params['key']!);
      const image = type && (await images?.open(params['key']!));
      if (!image) throw fault('RESOURCE_NOT_FOUND', { message: 'Image not found' });
      return {
        status: 200,
        raw: image.content,
        headers: { 'Content-Type': type!, 'Content-Length': String(image.size), 'Cache-Control': FOR_EVER },
      };
    },
  }),
];
