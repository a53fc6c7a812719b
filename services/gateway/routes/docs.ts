/** The reference as a page: `GET /openapi.json` shown by Scalar, whose script comes from its package, and requests to try; and the icon. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fastify } from 'fastify';
import { z } from 'zod';
import { ICON } from '../domain/page.ts';
import { promised } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Route } from '../route.ts';

/** Nothing of it asks anybody but this server; requests that are tried go where the page came from. */
const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin, description: 'This server' }],
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: '',
  persistAuth: true,
  authentication: { preferredSecurityScheme: 'secretKey' },
});`;
const POLICY =
  `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(START).digest('base64')}'; style-src 'unsafe-inline'; ` +
  `img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; ` +
  `frame-ancestors 'self'`;
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.ico">
<title>Posthorn API reference</title>
</head>
<body>
<div id="reference"></div>
<noscript><p>The reference needs JavaScript; <a href="/openapi.json">the document</a> does not.</p></noscript>
<script src="/docs/reference.js"></script>
<script>${START}</script>
</body>
</html>
`;

let packed: Promise<Buffer> | undefined;

/** The package offers its script as a route of Fastify alone: it is asked once, when the page is first looked at, and kept compressed. */
async function packScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await server.inject('/reference/js/scalar.js');
  await server.close();
  return promisify(gzip)(rawPayload);
}

const page = { auth: 'none', target: 'gateway' } as const;

export const docsRoutes: Route[] = [
  ownRoute('GET /docs', {
    ...page,
    summary: 'Show this reference',
    reply: promised(200, z.string().meta({ examples: ['<!DOCTYPE html>'] }), 'text/html'),
    answer: () => ({
      status: 200,
      raw: PAGE,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
    }),
  }),
  ownRoute('GET /docs/reference.js', {
    ...page,
    summary: 'Get the script of the reference',
    reply: promised(200, z.string().meta({ examples: ['(function(){})()'] }), 'text/javascript'),
    async answer({ http }) {
      const script = await (packed ??= packScript());
      const headers = {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        Vary: 'Accept-Encoding',
      };
      if (!http.headers['accept-encoding']?.includes('gzip')) return { status: 200, raw: await promisify(gunzip)(script), headers };
      return { status: 200, raw: script, headers: { ...headers, 'Content-Encoding': 'gzip' } };
    },
  }),
  // Browsers ask for it where a page names none: a JSON answer looked at, a picture opened alone.
  ownRoute('GET /favicon.ico', {
    ...page,
    summary: 'Get the icon',
    reply: promised(200, z.string().meta({ examples: ['<svg xmlns="http://www.w3.org/2000/svg"></svg>'] }), 'image/svg+xml'),
    answer: () => ({ status: 200, raw: ICON, headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' } }),
  }),
];
