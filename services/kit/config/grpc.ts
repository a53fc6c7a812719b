/** gRPC beyond its port: TLS, and callers of their own. */
import { z } from 'zod';
import type { GrpcCaller } from '../contract/grpc-access.ts';
import { FILE, certificate, checkPair, file, privateKey } from './certificate.ts';
import { concern, Refusal, setting } from './concern.ts';

const METHOD = /^(?:\*|[a-z]+\.(?:\*|[A-Za-z]+))$/;
const CALLERS = z.record(
  z.string().regex(/^[\w-]{1,64}$/, 'a name of letters, digits, - and _'),
  z.strictObject({
    tokens: z.array(z.string().regex(/^[0-9a-f]{64}$/, 'the SHA-256 of a token in hex')).min(1),
    methods: z.array(z.string().regex(METHOD, '<service>.<method>, <service>.* or *')),
  }),
);

/** A file of JSON → callers. */
const callers = file.transform((text, context): GrpcCaller[] => {
  if (text === undefined) return [];
  try {
    return Object.entries(CALLERS.parse(JSON.parse(text))).map(([name, caller]) => ({ name, ...caller }));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const where = issue ? ` (${issue.path.join('.')}: ${issue.message})` : '';
    context.addIssue({
      code: 'custom',
      message: `JSON of {"<caller>": {"tokens": [sha256…], "methods": ["<service>.<method>"…]}}${where}`,
    });
    return z.NEVER;
  }
});

export const grpc = concern(
  {
    GRPC_TLS_CERT: setting(
      certificate,
      '–',
      'PEM file of the certificate of gRPC; it is served, and services call each other, over TLS then',
      FILE,
    ),
    GRPC_TLS_KEY: setting(privateKey, '–', 'PEM file of its key', FILE),
    GRPC_TLS_CA: setting(certificate, 'the system’s', 'PEM file of the authority that signed the certificates of the services', FILE),
    GRPC_TLS_NAME: setting(
      z.string().min(1).optional(),
      'their addresses',
      'name that stands in the certificates of all services: they reach each other by addresses that no certificate knows',
    ),
    GRPC_TLS_CLIENT_CA: setting(certificate, '–', 'PEM file of an authority: callers must show a certificate signed by it (mTLS)', FILE),
    GRPC_CALLERS_FILE: setting(
      callers,
      '–',
      'file of callers beside the services: what each may call and the hashes of its tokens (docs/operations.md)',
      FILE,
    ),
  },
  (v) => {
    const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key } = v;
    checkPair({ cert, key }, 'GRPC_TLS');
    for (const name of ['GRPC_TLS_CA', 'GRPC_TLS_CLIENT_CA', 'GRPC_TLS_NAME'] as const)
      if (v[name] !== undefined && !cert) throw new Refusal(name, 'set together with GRPC_TLS_CERT');
    return {
      callers: v.GRPC_CALLERS_FILE,
      /** Undefined: clear text. */
      tls: cert && key ? { cert, key, clientCa: v.GRPC_TLS_CLIENT_CA } : undefined,
      /** How a server with such a certificate is called, by who has one as well. */
      clientTls: cert && key ? { ca: v.GRPC_TLS_CA, name: v.GRPC_TLS_NAME, own: { cert, key } } : undefined,
    };
  },
);
