/** The bus: Moleculer over NATS. Questions and commands only; nothing may depend on a message arriving. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { ServiceBroker } from 'moleculer';
import type { NatsConnection } from 'nats';
import { NamedRequests } from './named-requests.ts';
import { natsOptions } from './nats.ts';
import type { NatsAddress } from './nats.ts';
import type { Log } from './telemetry/log.ts';

export interface Bus {
  broker: ServiceBroker;
  /** False while the connection to NATS is down. */
  up(): boolean;
  /** True when some process offers the service. */
  offers(service: string): boolean;
  /** gRPC address of some process that offers the service, another one each time. */
  grpcAddressOf(service: string): string | undefined;
  /** Takes its services off the bus, waits for what is in flight, then leaves. */
  stop(done: () => Promise<void>): Promise<void>;
}

/** The bus before its process takes work. */
export interface StartableBus extends Bus {
  /** Connects, waiting for NATS as long as it takes; services were added before. */
  start(metadata?: NodeMetadata): Promise<void>;
}

const aliveSubject = (nodeId: string): string => `posthorn.alive.${nodeId}`;
/** How long the others take to hear that this process offers nothing any more; meanwhile it still answers. */
const ANNOUNCED_WITHIN_MS = 100;
const PROBE_EVERY_MS = 100;
/** Who owes no answer is asked less often. */
const PROBE_IDLE_EVERY_MS = 2_000;
/** How long the others may take to listen again after an interruption of NATS. */
const REGATHER_WITHIN_MS = 2_000;
const REGATHER_EVERY_MS = 50;

export interface BusParts extends NatsAddress {
  /** Nodes of one namespace see each other: a deployment's own, so that two may share a NATS. */
  namespace: string;
  nodeId: string;
  requestTimeoutMs: number;
  log: Log;
}

/** What a node says of itself. */
export interface NodeMetadata {
  /** host:port */
  grpc?: string;
}

/** What of Moleculer's inside is needed to notice a dead node sooner than its heartbeats do. */
interface Inside {
  transit: {
    tx: { client: NatsConnection };
    pendingRequests: Map<string, { nodeID: string }>;
    /** Rejects what waits for the node. */
    removePendingRequestByNodeID(nodeId: string): void;
    sendNodeInfo(info: object): Promise<void>;
  };
  registry: {
    discoverer: { remoteNodeDisconnected(nodeId: string, unexpected: boolean): void };
    hasService(name: string): boolean;
    getServiceList(options: { onlyAvailable: boolean }): { name: string; nodeID: string }[];
    nodes: { get(nodeId: string): { metadata: NodeMetadata } | undefined; toArray(): { id: string; local: boolean; available: boolean }[] };
  };
}

export function createBus({ namespace, nodeId, requestTimeoutMs, log, ...address }: BusParts): StartableBus {
  const broker = new ServiceBroker({
    namespace,
    nodeID: nodeId,
    transporter: new NamedRequests({
      ...natsOptions(address),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      waitOnFirstConnect: true,
    }),
    requestTimeout: requestTimeoutMs,
    heartbeatInterval: 2,
    heartbeatTimeout: 12,
    // Costs 16 times a local call; ours are in telemetry/.
    tracing: false,
    metrics: false,
    validator: false,
    cacher: false,
    internalServices: false,
    skipProcessEventRegistration: true,
    logger: { type: 'Pino', options: { pino: { options: { base: { pid: process.pid, part: 'bus' } } } } },
    logLevel: 'warn',
  });
  const inside = broker as unknown as Inside;
  let up = false;
  const probes: NodeJS.Timeout[] = [];

  const others = (): string[] =>
    inside.registry.nodes
      .toArray()
      .filter(({ local, available }) => available && !local)
      .map(({ id }) => id);

  /** What is sent to one who does not listen yet is lost, so after an interruption nobody is asked anything before all are back. */
  async function regather(client: NatsConnection): Promise<void> {
    const deadline = Date.now() + REGATHER_WITHIN_MS;
    await Promise.all(
      others().map(async (id) => {
        const listens = (): Promise<boolean> =>
          client.request(aliveSubject(id), undefined, { timeout: Math.max(1, deadline - Date.now()) }).then(
            () => true,
            () => false,
          );
        while (Date.now() < deadline && !(await listens())) await sleep(REGATHER_EVERY_MS);
      }),
    );
  }

  async function follow(client: NatsConnection): Promise<void> {
    let interruptions = 0;
    for await (const { type, data, permissionContext } of client.status()) {
      if (type === 'disconnect') {
        up = false;
        interruptions += 1;
        // The answers are lost with the connection.
        for (const nodeID of new Set([...inside.transit.pendingRequests.values()].map((pending) => pending.nodeID)))
          inside.transit.removePendingRequestByNodeID(nodeID);
      }
      if (type === 'reconnect') {
        const before = interruptions;
        void regather(client).then(() => {
          if (interruptions === before) up = true;
        });
      }
      // Of an error: what this process's user may not do.
      if (type === 'disconnect' || type === 'reconnect' || type === 'error')
        log.warn({ type, ...(type === 'error' ? { error: String(data), ...permissionContext } : {}) }, 'bus connection');
    }
  }

  /**
   * A killed process says no goodbye, and its heartbeat is missed only after seconds. NATS knows at once: a request nobody
   * listens to is refused. So whoever keeps us waiting is asked whether it is alive, and the others now and then: the next
   * request should not have to find out.
   */
  function probe(client: NatsConnection): void {
    const asked = new Set<string>();
    const ask = (nodeID: string): void => {
      if (!up || asked.has(nodeID)) return;
      asked.add(nodeID);
      client
        .request(aliveSubject(nodeID), undefined, { timeout: 2_000 })
        .catch((error: { code?: string }) => {
          if (error.code === '503') inside.registry.discoverer.remoteNodeDisconnected(nodeID, true);
        })
        .finally(() => asked.delete(nodeID));
    };
    let before = new Set<string>();
    const late = (): void => {
      const pending = inside.transit.pendingRequests;
      for (const [id, { nodeID }] of pending) if (before.has(id) && nodeID) ask(nodeID);
      before = new Set(pending.keys());
    };
    let known = new Set<string>();
    const idle = (): void => {
      const nodes = others();
      // One that came just now may be announced before it listens.
      for (const id of nodes) if (known.has(id)) ask(id);
      known = new Set(up ? nodes : []);
    };
    probes.push(setInterval(late, PROBE_EVERY_MS).unref(), setInterval(idle, PROBE_IDLE_EVERY_MS).unref());
  }

  return {
    broker,
    up: () => up,
    offers: (service) => inside.registry.hasService(service),
    grpcAddressOf(service) {
      const nodes = inside.registry.getServiceList({ onlyAvailable: true }).filter(({ name }) => name === service);
      const node = nodes[Math.floor(Math.random() * nodes.length)];
      return node && inside.registry.nodes.get(node.nodeID)?.metadata.grpc;
    },
    async start(metadata = {}) {
      // The node was described when it was made; only the object itself reaches the others.
      Object.assign(broker.metadata, metadata);
      await broker.start();
      const { client } = inside.transit.tx;
      up = true;
      void follow(client);
      client.subscribe(aliveSubject(nodeId), { callback: (_error, message) => void message.respond() });
      probe(client);
    },
    async stop(done) {
      probes.forEach(clearInterval);
      // Moleculer itself would say so only with its goodbye: until then requests would come and be refused.
      const info = broker.getLocalNodeInfo() as { seq: number };
      await inside.transit.sendNodeInfo({ ...info, services: [], seq: info.seq + 1 });
      await sleep(ANNOUNCED_WITHIN_MS);
      // A node that says goodbye has its unanswered requests rejected by its callers; one without services only gets no new ones.
      await Promise.all([...broker.services].map((service) => broker.destroyService(service)));
      await done();
      // The last answers are on their way once whoever waited for them was resumed.
      await setImmediate();
      await broker.stop();
    },
  };
}
