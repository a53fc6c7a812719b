/** What operators do is written into the audit trail of its project before it is done: what cannot be noted is not done. */
import type { Call } from '#kit/contract/call.ts';
import { auditedAs, serviceName } from '#kit/contract/definition.ts';
import type { Definition } from '#kit/contract/definition.ts';
import type { Kit, Service } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';

type Handler = (request: any, call: Call) => any;

const TARGET_MAX = 200;

/** `delivery: id abc, days 30`: whose method it is (more than one keep for some days, and count), and the plain values of a request. */
function targetOf(service: string, request: object): string {
  const plain = Object.entries(request).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const values = plain.map(([name, value]) => `${name} ${value}`).join(', ');
  return (values === '' ? service : `${service}: ${values}`).slice(0, TARGET_MAX);
}

/** The service with every method behind it that its proto marks `audited`. */
export function auditOperators(service: Service, kit: Pick<Kit, 'client'>): Service {
  const definition: Definition | undefined = service.definition;
  const audited = Object.entries(definition?.methods ?? {}).flatMap(([name, method]) => {
    const action = auditedAs(method);
    return action === undefined ? [] : [{ name, action, streams: method.responseStream }];
  });
  if (audited.length === 0) return service;
  const accounts = kit.client(AccountsServiceDefinition, 'recordOperation');
  const handlers: Readonly<Record<string, Handler>> = service.handlers!;
  const owner = serviceName(definition!);

  async function note(action: string, request: object, call: Call): Promise<void> {
    if (call.actor.kind === 'operator') await accounts.recordOperation({ action, target: targetOf(owner, request) }, call);
  }
  const single =
    (handler: Handler, action: string): Handler =>
    async (request, call) => {
      await note(action, request, call);
      return await handler(request, call);
    };
  const stream = (handler: Handler, action: string): Handler =>
    async function* (request, call) {
      await note(action, request, call);
      yield* handler(request, call);
    };
  const guarded = audited.map(({ name, action, streams }): [string, Handler] => [
    name,
    (streams ? stream : single)(handlers[name]!, action),
  ]);
  return { ...service, handlers: { ...handlers, ...Object.fromEntries(guarded) } };
}
