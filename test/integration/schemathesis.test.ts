/**
 * Schemathesis asks every operation of GET /openapi.json what the document allows and what it forbids, by a fixed seed, and finds nothing.
 * SCHEMATHESIS_EXAMPLES: how many requests it makes up for each operation (3 and more before a release; another SEED asks others).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';
import { run } from '#local/tool.ts';
import { pythonPackages } from '#local/tools.ts';
import { routes } from '#test/openapi-routes.ts';
import { anonymous, base, sender } from './tenant.ts';

const test = suite('Schemathesis');
const SEED = process.env['SEED'] ?? '1';
const EXAMPLES = process.env['SCHEMATHESIS_EXAMPLES'] ?? '1';
const WITHIN_MS = 240_000;

/** Checks that do not hold here, and why. */
const UNCHECKED: Readonly<Record<string, string>> = {
  unsupported_method:
    'every unknown method is a 404 that names it and the path (contract 1 "Unknown routes"): integration/openapi.test.ts asks them all',
};

const OF_FILTERED = 'the condition is looked at where the audience is FILTERED';
const CLEARED = 'an empty text counts as none';
const BY_FIELD = 'what a field can be asked depends on what it is';
const NO_TOKEN = 'the token is none that was mailed';
const BY_STATE = 'it is made in a state that forbids this';
const UNBILLED = 'billing is off, or the project has no subscription';

/** Operations of which a check does not hold, and why. */
const EXCEPT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  negative_data_rejection: {
    submitResetRequestPage: 'it answers alike whatever was entered',
    createCampaign: OF_FILTERED,
    updateCampaign: OF_FILTERED,
    createTemplate: CLEARED,
    updateTemplate: CLEARED,
  },
  positive_data_acceptance: {
    sendEmail: 'not every text is an address',
    createSegment: BY_FIELD,
    createCampaign: BY_FIELD,
    updateCampaign: BY_FIELD,
    updateProject: 'not every text is the address of an image',
    computeSegment: BY_STATE,
    addSegmentMembers: BY_STATE,
    removeSegmentMembers: BY_STATE,
    startWorkflowExecution: BY_STATE,
    previewSegment: BY_FIELD,
    uploadImage: 'its bytes say what a file is',
    verifyAccountEmail: NO_TOKEN,
    resetPassword: NO_TOKEN,
    showVerifyEmailPage: NO_TOKEN,
    submitVerifyEmailPage: NO_TOKEN,
    showResetPasswordPage: NO_TOKEN,
    submitResetPasswordPage: NO_TOKEN,
    unsubscribeNobody: 'queries are read leniently, but this one has to name the contact',
    setBillingLimits: UNBILLED,
    createKey: 'it expires in the future',
  },
  ensure_resource_availability: {
    createBillingPortal: UNBILLED,
    createCheckout: UNBILLED,
    getProjectReset: 'a new project was never reset',
  },
};

/** Operations that are not asked, since what they do would end the asking. */
const UNASKED = ['logOut', 'endSession', 'endOtherSessions', 'regenerateKeys', 'resetProject', 'deleteProject', 'submitLogout'];

const packages = await pythonPackages('schemathesis');
const folder = mkdtempSync(join(tmpdir(), 'posthorn-schemathesis-'));

/** Its settings: whom it speaks as, and what it leaves out. */
async function settings(): Promise<string> {
  const { owner, project } = await sender();
  const off = (check: string): string => `checks.${check}.enabled = false`;
  const except = Object.entries(EXCEPT).map(
    ([check, ids]) => `[[operations]]\ninclude-operation-id = ${JSON.stringify(Object.keys(ids))}\n${off(check)}`,
  );
  return [
    ...Object.keys(UNCHECKED).map((check) => off(check)),
    `auth.openapi.secretKey.bearer = "${project.secret}"`,
    `auth.openapi.publicKey.bearer = "${project.public}"`,
    `auth.openapi.session.api_key = "${owner.cookie.split('=')[1]}"`,
    `auth.openapi.project.api_key = "${project.id}"`,
    ...except,
    `[[operations]]\ninclude-operation-id = ${JSON.stringify(UNASKED)}\nenabled = false`,
  ].join('\n');
}

interface Report {
  failures: { title: string; operations: string[] }[];
  errors: unknown[];
  operations: { tested: number };
  test_cases: { generated: number };
}

/** Asks the operations of these tags, or all others. */
async function asked(name: string, tags: readonly string[], include: boolean): Promise<{ report: Report; output: string; ok: boolean }> {
  const [config, json] = [join(folder, `${name}.toml`), join(folder, `${name}.json`)];
  writeFileSync(config, await settings());
  const only = tags.flatMap((tag) => [include ? '--include-tag' : '--exclude-tag', tag]);
  const line = ['--config-file', config, 'run', `${base}/openapi.json`, '--phases', 'fuzzing,stateful', ...only];
  const bounds = ['--max-examples', EXAMPLES, '--seed', SEED, '--no-shrink', '--suppress-health-check', 'all', '--warnings', 'off'];
  const program = 'from schemathesis.cli import schemathesis; schemathesis()';
  const env = { ...process.env, PYTHONPATH: `${packages}:${join(ROOT, 'test/integration')}`, SCHEMATHESIS_HOOKS: 'lenient_queries' };
  const args = ['-c', program, ...line, ...bounds, '--continue-on-failure', '--report-json-path', json];
  const { ok, output } = await run('python3', args, { cwd: folder, env, timeoutMs: stretched(WITHIN_MS) });
  return { report: JSON.parse(readFileSync(json, 'utf8')) as Report, output, ok };
}

/** What a key reads and writes, in two halves, and the rest with a session or none; each with a project, and so limits, of its own. */
const AUDIENCE = ['Sending', 'Contacts', 'Fields', 'Events', 'Templates', 'Segments', 'Domains'];
const AUTOMATION = ['Campaigns', 'Workflows', 'Activity', 'Analytics', 'Uploads', 'Verification'];
const runs = {
  audience: asked('audience', AUDIENCE, true),
  automation: asked('automation', AUTOMATION, true),
  others: asked('others', [...AUDIENCE, ...AUTOMATION], false),
};
for (const one of Object.values(runs)) one.catch(() => undefined);

for (const [name, one] of Object.entries(runs)) {
  test(`${name}: nothing is found`, async () => {
    const { report, output, ok } = await one;
    assert.equal([report.failures, report.errors], [[], []], output);
    assert.ok(ok, output);
  });
}

test('exceptions name operations that there are', async () => {
  const { body } = await anonymous.get('/openapi.json');
  const known = new Set(routes(body).map(({ operation }) => operation.operationId));
  const named = [...UNASKED, ...Object.values(EXCEPT).flatMap((ids) => Object.keys(ids))];
  assert.equal(
    named.filter((id) => !known.has(id)),
    [],
  );
});

test('most operations were asked', async () => {
  const reports = await Promise.all(Object.values(runs));
  const tested = reports.reduce((sum, { report }) => sum + report.operations.tested, 0);
  assert.ok(tested >= 178, String(tested));
});

test.after(() => rmSync(folder, { recursive: true, force: true }));
test.run();
