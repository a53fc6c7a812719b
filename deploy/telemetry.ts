/** Boards and alerts as files: path → text. Written by `npm run generate`, held against the code by test/contract/telemetry.test.ts. */
import { stringify } from 'yaml';
import { BOARDS } from './grafana/boards.ts';
import { toDashboard } from './grafana/board.ts';
import { PRODUCTION, ruleFile } from './prometheus/alerts.ts';

export function telemetryFiles(): ReadonlyMap<string, string> {
  return new Map([
    ...BOARDS.map((board): [string, string] => [
      `deploy/grafana/boards/${board.uid}.json`,
      `${JSON.stringify(toDashboard(board), null, 2)}\n`,
    ]),
    [
      'deploy/prometheus/alerts.yaml',
      `# Made by npm run generate from deploy/prometheus/alerts.ts.\n${stringify(ruleFile(PRODUCTION), { lineWidth: 0 })}`,
    ],
  ]);
}
