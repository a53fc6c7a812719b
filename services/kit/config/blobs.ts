/** Where big bytes lie: mails' and imports' in GridFS or a bucket of their own, images of templates on disk or in another bucket. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { duration, flag, url } from './types.ts';

const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket');

export const blobs = concern(
  {
    S3_BLOB_BUCKET: setting(
      bucket.optional(),
      '–',
      'private bucket of attachments, large bodies and imported files; unset: they lie in GridFS (docs/operations.md "Big bytes")',
    ),
    S3_BUCKET: setting(
      bucket.optional(),
      'uploads, where S3_ENDPOINT is set',
      'bucket of uploaded images, in place of UPLOADS_DIR: every gateway serves them from there',
    ),
    S3_PUBLIC_URL: setting(
      url('http:', 'https:')
        .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
        .optional(),
      'API_URI/uploads',
      "address of that bucket's objects for the world, where it serves them itself",
    ),
    S3_REGION: setting(z.string().min(1).default('us-east-1'), 'us-east-1', 'region of the buckets'),
    S3_ENDPOINT: setting(url('http:', 'https:').optional(), "Amazon's", 'address of another server of the protocol of S3'),
    S3_FORCE_PATH_STYLE: setting(flag(true), 'true', "names the bucket in the path, not in the host's name"),
    S3_ACCESS_KEY_ID: setting(z.string().min(1).optional(), "the machine's role", 'access to the buckets', { secret: true }),
    S3_ACCESS_KEY_SECRET: setting(z.string().min(1).optional(), "the machine's role", 'access to the buckets', { secret: true }),
    S3_TIMEOUT: setting(duration.default(10_000), '10s', 'how long S3 may take to answer one of three tries'),
    UPLOADS_DIR: setting(
      z.string().min(1).optional(),
      '.data/uploads; unset in production',
      'uploaded images on disk, served under API_URI/uploads; neither this nor S3: 503',
    ),
  },
  (v, { holds, production }) => {
    const images = v.S3_BUCKET ?? (v.S3_ENDPOINT ? 'uploads' : undefined);
    if (v.S3_BLOB_BUCKET && v.S3_BLOB_BUCKET === images)
      throw new Refusal('S3_BLOB_BUCKET', 'another bucket than that of images, which the world may read');
    const isHeld = holds('S3_ACCESS_KEY_ID');
    if (isHeld && !v.S3_ACCESS_KEY_ID !== !v.S3_ACCESS_KEY_SECRET)
      throw new Refusal('S3_ACCESS_KEY_SECRET', 'set together with S3_ACCESS_KEY_ID');
    const store = (name: string | undefined) =>
      name === undefined
        ? null
        : {
            bucket: name,
            region: v.S3_REGION,
            endpoint: v.S3_ENDPOINT,
            pathStyle: v.S3_FORCE_PATH_STYLE,
            timeoutMs: v.S3_TIMEOUT,
            credentials:
              isHeld && v.S3_ACCESS_KEY_ID ? { accessKeyId: v.S3_ACCESS_KEY_ID, secretAccessKey: v.S3_ACCESS_KEY_SECRET! } : undefined,
          };
    return {
      /** Null: GridFS. */
      s3: store(v.S3_BLOB_BUCKET),
      /** Neither bucket nor folder: uploads answer 503. With both, new images go to the bucket, and those on disk are served on. */
      images: {
        s3: store(images),
        publicUrl: v.S3_PUBLIC_URL,
        directory: v.UPLOADS_DIR ?? (production ? undefined : '.data/uploads'),
      },
    };
  },
);
