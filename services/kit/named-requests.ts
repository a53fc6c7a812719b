/**
 * Moleculer's way over NATS, with the action in the subject of each request: `MOL-<namespace>.REQ.<node>.<service>.<method>`. So the
 * permissions of a user at NATS say which methods it may ask (`deploy/access/nats-users.ts`), where Moleculer's own subjects would say
 * which nodes.
 */
import { Transporters } from 'moleculer';
import type { Msg, NatsConnection } from 'nats';

const REQUEST = 'REQ';

/**
 * `<group>.<process>`: two tokens of a subject, of which the first says whose requests and answers these are.
 * @param group the service that the process runs; any one name for several
 */
export function nodeIdOf(group: string, processId: string): string {
  return `${group}.${processId.replace(/[^\w-]/g, '-')}`;
}

type Packet = Parameters<Transporters.NATS['publish']>[0];

/** What its types leave out. */
interface Inside {
  client: NatsConnection;
  messageHandler(cmd: string, packet: Packet): unknown;
}

export class NamedRequests extends Transporters.NATS {
  override async subscribe(cmd: string, nodeId?: string): Promise<void> {
    if (cmd !== REQUEST) return await super.subscribe(cmd, nodeId);
    const topic = this.getTopicName(cmd, nodeId);
    const { client } = this as unknown as Inside;
    client.subscribe(`${topic}.>`, {
      callback: (error, message) => (error ? this.logger.error('requests cannot be received', error) : this.#take(topic, message)),
    });
  }

  /** Permissions are about subjects, and services act on payloads: both must name the same action. */
  #take(topic: string, { subject, data }: Msg): void {
    try {
      const packet = this.deserialize(REQUEST, Buffer.from(data));
      if (subject === `${topic}.${packet.payload.action}`) (this as unknown as Inside).messageHandler(REQUEST, packet);
      else this.logger.warn('a request came under the name of another', { subject });
    } catch (error) {
      this.logger.warn('a request cannot be read', { subject, error });
    }
  }

  override async publish(packet: Packet): Promise<void> {
    const topic = this.getTopicName(packet.type, packet.target);
    const subject = packet.type === REQUEST ? `${topic}.${packet.payload.action}` : topic;
    await this.send(subject, this.serialize(packet));
  }
}
