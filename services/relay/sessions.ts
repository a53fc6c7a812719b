/** Session limits of the relay: how many connections there may be, how long each may take, and which has to go. */
import { clientOf } from '#kit/limits/allowance.ts';
import type { Identity } from './authentication.ts';
import { tooManyConnections } from './domain/refusal.ts';

/** One connection. */
export interface Session {
  readonly client: string;
  identity?: Identity;
  /**
   * receiving: the message comes in; working: the relay has it, the client waits; failing: what still comes is dropped; distrusted: what
   * comes may be a part of the last message, and begins none.
   */
  state: 'idle' | 'receiving' | 'working' | 'failing' | 'distrusted';
  /** When the state last changed or a transaction went on, ms. */
  at: number;
  /** Bytes of the message since `at`. */
  received: number;
}

export interface SessionLimits {
  connections: number;
  /** Of one address, IPv6 of one network. */
  perClient: number;
  perProject: number;
  /** Milliseconds between two transactions. */
  idleMs: number;
  /** Milliseconds to log in, and after which a message must have come at `leastRate` bytes a second. */
  slowMs: number;
  leastRate: number;
}

export const SESSION_LIMITS: Omit<SessionLimits, 'slowMs'> = {
  connections: 200,
  perClient: 100,
  perProject: 100,
  idleMs: 300_000,
  leastRate: 512,
};

export interface Sessions {
  /** @throws Refusal when there are too many */
  open(id: string, address: string): void;
  /** Whose connection it is from now on. @throws Refusal when the project has too many */
  authenticate(id: string, identity: Identity): void;
  get(id: string): Session | undefined;
  enter(id: string, state: Session['state']): void;
  close(id: string): void;
  /** Why a connection must end now. */
  overdue(id: string): string | undefined;
  readonly size: number;
}

export function createSessions(now: () => number, limits: SessionLimits): Sessions {
  const sessions = new Map<string, Session>();

  const count = (is: (session: Session) => boolean): number => [...sessions.values()].filter(is).length;

  function open(id: string, address: string): void {
    const client = clientOf(address);
    if (sessions.size >= limits.connections || count((one) => one.client === client) >= limits.perClient) throw tooManyConnections();
    sessions.set(id, { client, state: 'idle', at: now(), received: 0 });
  }

  function authenticate(id: string, identity: Identity): void {
    if (count((one) => one.identity?.projectId === identity.projectId) >= limits.perProject) throw tooManyConnections();
    const session = sessions.get(id);
    if (session) Object.assign(session, { identity, at: now() });
  }

  function enter(id: string, state: Session['state']): void {
    const session = sessions.get(id);
    if (session) Object.assign(session, { state, at: now(), received: 0 });
  }

  function overdue(id: string): string | undefined {
    const session = sessions.get(id);
    if (!session || session.state === 'working') return undefined;
    if (session.state === 'failing') return 'The message does not end';
    if (session.state === 'distrusted') return 'It is not certain where the last message ended';
    const forMs = now() - session.at;
    if (!session.identity) return forMs > limits.slowMs ? 'Log in sooner' : undefined;
    if (session.state === 'idle') return forMs > limits.idleMs ? 'Idle for too long' : undefined;
    if (forMs <= limits.slowMs) return undefined;
    if (session.received < (limits.leastRate * forMs) / 1_000) return 'The message comes too slowly';
    // What came early must not be lived on: the next while is counted by itself.
    Object.assign(session, { at: now(), received: 0 });
    return undefined;
  }

  return {
    open,
    authenticate,
    get: (id) => sessions.get(id),
    enter,
    close: (id) => void sessions.delete(id),
    overdue,
    get size() {
      return sessions.size;
    },
  };
}
