/** Where big bytes lie: GridFS, or S3 where a bucket is named. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { duration, flag, url } from './types.ts';

export const blobs = concern(
  {
    S3_BUCKET: setting(
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
        .optional(),
      '–',
      'bucket of attachments, large bodies and imported files; unset: they lie in GridFS (docs/operations.md "Big bytes")',
    ),
    S3_REGION: setting(z.string().min(1).default('us-east-1'), 'us-east-1', 'region of the bucket'),
    S3_ENDPOINT: setting(url('http:', 'https:').optional(), "Amazon's", 'address of another server of the protocol of S3'),
    S3_PATH_STYLE: setting(
      flag(false),
      'false',
      "names the bucket in the path, not in the host's name: most servers beside Amazon's want it",
    ),
    S3_ACCESS_KEY_ID: setting(z.string().min(1).optional(), "the machine's role", 'access to the bucket', { secret: true }),
    S3_SECRET_ACCESS_KEY: setting(z.string().min(1).optional(), "the machine's role", 'access to the bucket', { secret: true }),
    S3_TIMEOUT: setting(duration.default(10_000), '10s', 'how long S3 may take to answer one of three tries'),
  },
  (v, { holds }) => {
    if (!v.S3_BUCKET) return { s3: null };
    const isHeld = holds('S3_ACCESS_KEY_ID');
    if (isHeld && !v.S3_ACCESS_KEY_ID !== !v.S3_SECRET_ACCESS_KEY)
      throw new Refusal('S3_SECRET_ACCESS_KEY', 'set together with S3_ACCESS_KEY_ID');
    return {
      /** Null: GridFS. */
      s3: {
        bucket: v.S3_BUCKET,
        region: v.S3_REGION,
        endpoint: v.S3_ENDPOINT,
        pathStyle: v.S3_PATH_STYLE,
        timeoutMs: v.S3_TIMEOUT,
        credentials:
          isHeld && v.S3_ACCESS_KEY_ID ? { accessKeyId: v.S3_ACCESS_KEY_ID, secretAccessKey: v.S3_SECRET_ACCESS_KEY! } : undefined,
      },
    };
  },
);
