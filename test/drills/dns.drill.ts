/**
 * The name server dies while sends go on and everything is checked again: only a clear answer ends a verification. It returns, and is
 * asked again.
 */
import { account, api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import { startNameServer } from '#test/name-server.ts';
import type { NameServer } from '#test/name-server.ts';
import { reportVerdict } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const DOMAINS = 20;
/** In s: kept answers run out while the server is away. */
const TTL_S = 1;
/** Times that everything is checked without a name server. */
const CHECKS = 3;
/** Sends and tracks answered at each check. */
const FLOWS = 20;

interface Added {
  id: string;
  domain: string;
  dkim: { name: string; value: string };
}

const findings = createFindings({
  kind: 'drill',
  name: 'dns',
  title: 'Name server away',
  about:
    `${DOMAINS} verified sender domains and an address of each, answers kept for ${TTL_S} s. The name server is stopped while ` +
    'eight clients send ' +
    'and track, everything is checked again, and the server returns on its port with one record gone and one come. One process.',
});

let names = await startNameServer();
const port = Number(names.address.split(':')[1]);
const own = await ownStack({
  env: {
    DNS_SERVERS: names.address,
    DOMAIN_AUTO_VERIFY: 'false',
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '2000',
  },
});

/** Puts into the zone what makes an address of the domain valid, and the DKIM record unless it is left out. */
function publish(server: NameServer, { domain, dkim }: Added, isProved: boolean): void {
  server.add(domain, 'NS', 'ns.test', TTL_S);
  server.add(domain, 'MX', `10 mx.${domain}`, TTL_S);
  server.add(domain, 'A', '192.0.2.1', TTL_S);
  if (isProved) server.add(dkim.name, 'TXT', dkim.value, TTL_S);
}

async function addDomain(client: Api, n: number): Promise<Added> {
  const { body } = await client.post('/domains', { domain: `drill-${n}.org` });
  return { id: body.id, domain: body.domain, dkim: body.records[0] };
}

async function verifyDomains(client: Api, domains: readonly Added[]): Promise<{ verified: boolean; status: string }[]> {
  const answers = await Promise.all(domains.map(({ id }) => client.get(`/domains/${id}/verify`)));
  return answers.map(({ body }) => body);
}

async function validAddresses(client: Api, domains: readonly Added[]): Promise<number> {
  const { body } = await client.post('/v1/verify/batch', { emails: domains.map(({ domain }) => `ada@${domain}`) });
  return body.data.filter(({ valid }: { valid: boolean }) => valid).length;
}

const count = (domains: readonly { verified: boolean }[]): number => domains.filter(({ verified }) => verified).length;

try {
  const { MONGODB_URI, NATS_URL } = own.stack.urls;
  const services = await own.startServices('one');
  const counter = await startFactCounter(MONGODB_URI!, NATS_URL!);
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  const domains = await Promise.all(Array.from({ length: DOMAINS }, (_, n) => addDomain(client, n)));
  const [late, withdrawn] = [await addDomain(client, DOMAINS), domains.at(-1)!];
  for (const domain of domains) publish(names, domain, true);
  publish(names, late, false);
  findings.expect('domains proved before', count(await verifyDomains(client, domains)), DOMAINS);
  findings.expect('addresses valid before', await validAddresses(client, domains), DOMAINS);
  findings.expect('a domain without its record is proved', count(await verifyDomains(client, [late])), 0);

  const load = startLoad(services.url, project, `drill@${domains[0]!.domain}`);
  const answered = (): number => load.promised.emails.length + load.promised.events.length;
  await until(() => answered() >= FLOWS, { what: 'the load' });
  await names.stop();
  await until(async () => (await verifyDomains(client, domains)).every(({ status }) => status === 'TemporaryFailure'), {
    within: 30_000,
    every: 250,
    what: 'the kept answers to run out',
  });
  for (let time = 1; time <= CHECKS; time += 1) {
    const from = answered();
    const checked = await verifyDomains(client, [...domains, late]);
    const statuses = [...new Set(checked.map(({ status }) => status))];
    findings.expect(`away, check ${time}: what is said of the domains`, statuses, ['TemporaryFailure']);
    findings.expect(`away, check ${time}: domains that stay verified`, count(checked), DOMAINS);
    findings.expect(`away, check ${time}: addresses valid`, await validAddresses(client, domains), DOMAINS);
    const flows = await until(() => answered() >= from + FLOWS, { within: 15_000 }).catch(() => false);
    findings.holds(`away, check ${time}: at least ${FLOWS} sends and tracks answered meanwhile`, answered() - from, Boolean(flows));
  }

  names = await startNameServer(port);
  for (const domain of domains) publish(names, domain, domain !== withdrawn);
  publish(names, late, true);
  const back = performance.now();
  await until(
    async () => {
      const [lost, got] = await verifyDomains(client, [withdrawn, late]);
      return !lost!.verified && got!.verified;
    },
    { within: 30_000, every: 100, what: 'an answer of the returned name server' },
  ).catch((error: Error) => findings.note(error.message));
  findings.note(`Heard ${((performance.now() - back) / 1_000).toFixed(1)} s after its return.`);
  const [lost, got] = await verifyDomains(client, [withdrawn, late]);
  findings.expect('back: the domain whose record was withdrawn', [lost!.status, lost!.verified], ['Pending', false]);
  findings.expect('back: the domain whose record came', [got!.status, got!.verified], ['Success', true]);
  const others = domains.slice(0, -1);
  findings.expect('back: the others', count(await verifyDomains(client, others)), others.length);

  const promised = await load.stop();
  findings.expect('sends and tracks refused', [...promised.refused], []);
  reportVerdict(findings, 'name server stopped', promised, await check(MONGODB_URI!, own.env['MONGODB_PREFIX']!, promised, counter.acted));
  await counter.stop();
} finally {
  await own.stop();
  await names.stop();
}
findings.close();
process.exit();
