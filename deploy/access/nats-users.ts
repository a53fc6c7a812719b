/**
 * Users of NATS and what each may do: a service asks the methods its wiring names, answers those who ask it, publishes its own facts and
 * reads its own consumers. Part of a nats-server's configuration; charts/platform/files/nats-users.conf is made from the code.
 */
import { isStream } from '#kit/contract/definition.ts';
import { DEAD_SUBJECTS, FACTS, FACTS_DEAD } from '#kit/facts/subject.ts';
import { inboxOf } from '#services/host/connections.ts';
import type { ServiceManifest } from '#services/host/service-manifest.ts';

/** Stands for what databases and subjects of a deployment begin with (MONGODB_PREFIX). */
export const NAMESPACE = '$namespace';
/** Runs every service in one process. */
const ALL = 'posthorn';
/** Lists and replays dead letters. */
const OPERATOR = 'operator';

const BUS = `MOL-${NAMESPACE}`;
/** Two tokens: a group and a process of it (`kit/named-requests.ts`). */
const NODES = '*.*';
const STREAM_API = [FACTS, FACTS_DEAD].flatMap((stream) => [`$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.CREATE.${stream}`]);

interface Permissions {
  publish: string[];
  subscribe: string[];
}

type Manifests = ReadonlyMap<string, ServiceManifest>;

function jetStream({ name, outboxes = [], consumers = [] }: ServiceManifest): string[] {
  if (outboxes.length + consumers.length === 0) return [];
  const own = consumers.flatMap((consumer) => [
    ...['INFO', 'CREATE', 'DURABLE.CREATE', 'MSG.NEXT'].map((what) => `$JS.API.CONSUMER.${what}.${FACTS}.${consumer.name}`),
    // One with a single subject is made under it.
    `$JS.API.CONSUMER.CREATE.${FACTS}.${consumer.name}.>`,
    `$JS.ACK.${FACTS}.${consumer.name}.>`,
    DEAD_SUBJECTS.replace('>', `${consumer.name}.>`),
  ]);
  return [...STREAM_API, ...own, ...(outboxes.length > 0 ? [`facts.*.${name}.>`] : [])];
}

/** What a service's user needs and nothing else. Answers to what it was asked are allowed beside it (`allow_responses`). */
export function permissionsOf(name: string, services: Manifests): Permissions {
  const manifest = services.get(name)!;
  const callers = [...services].filter(([, { calls }]) => name in calls).map(([caller]) => caller);
  const requests = Object.entries(manifest.calls).flatMap(([service, methods]) =>
    methods
      .filter((method) => !isStream(services.get(service)!.definition!.methods[method]!))
      .map((method) => `${BUS}.REQ.${service}.*.${service}.${method}`),
  );
  const own = ['EVENT', 'RES', 'DISCOVER', 'INFO', 'PING', 'PONG'].map((cmd) => `${BUS}.${cmd}.${name}.*`);
  const everybody = ['DISCOVER', 'INFO', 'DISCONNECT', 'HEARTBEAT'].map((cmd) => `${BUS}.${cmd}`);
  return {
    publish: [
      ...everybody,
      ...['DISCOVER', 'INFO'].map((cmd) => `${BUS}.${cmd}.${NODES}`),
      `posthorn.alive.${NODES}`,
      ...requests,
      ...callers.map((caller) => `${BUS}.RES.${caller}.*`),
      ...jetStream(manifest),
    ],
    subscribe: [...everybody, `${BUS}.PING`, ...own, `${BUS}.REQ.${name}.*.>`, `posthorn.alive.${name}.*`, `${inboxOf(name)}.>`],
  };
}

const OPERATORS: Permissions = { publish: ['$JS.API.>', 'facts.>'], subscribe: [`${inboxOf(OPERATOR)}.>`] };

const subjects = (list: readonly string[]): string => list.map((subject) => `          "${subject}"`).join('\n');

function userOf(name: string, permissions?: Permissions): string {
  const allowed =
    permissions === undefined
      ? ''
      : `
      permissions: {
        publish: { allow: [
${subjects(permissions.publish)}
        ] }
        subscribe: { allow: [
${subjects(permissions.subscribe)}
        ] }
        allow_responses: true
      }`;
  return `    {
      user: ${name}
      password: $NATS_PASSWORD_${name.toUpperCase()}${allowed}
    }`;
}

/** `authorization { … }` of a nats-server; passwords are read from its environment. */
export function natsUsers(services: Manifests): string {
  const users = [
    ...[...services.keys()].map((name) => userOf(name, permissionsOf(name, services))),
    userOf(OPERATOR, OPERATORS),
    `    # For a process that runs several services.\n${userOf(ALL)}`,
  ];
  return `# Users of NATS, one a service; made by npm run generate from the code. ${NAMESPACE} stands for MONGODB_PREFIX.
authorization: {
  users: [
${users.join('\n')}
  ]
}
`;
}
