/** The table of contract "Security and suspension: Reputation", at its boundaries. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isNewProject, judge } from '../../../services/accounts/domain/reputation.ts';
import type { Level, MailWindow, Windows } from '../../../services/accounts/domain/reputation.ts';

const test = suite('reputation');

const NONE: MailWindow = { total: 0, bounces: 0, complaints: 0 };
const windows = (given: Partial<Record<keyof Windows, Partial<MailWindow>>>): Windows => ({
  twentyFourHour: { ...NONE, ...given.twentyFourHour },
  sevenDay: { ...NONE, ...given.sevenDay },
  allTime: { ...NONE, ...given.allTime },
});

type LevelName = keyof ReturnType<typeof judge>['levels'];
/** span, kind, total, number, level. */
const RATES: [LevelName, 'sevenDay' | 'allTime', Partial<MailWindow>, Level][] = [
  ['bounce7Day', 'sevenDay', { total: 99, bounces: 99 }, 'healthy'],
  ['bounce7Day', 'sevenDay', { total: 100, bounces: 4 }, 'healthy'],
  ['bounce7Day', 'sevenDay', { total: 100, bounces: 5 }, 'warning'],
  ['bounce7Day', 'sevenDay', { total: 101, bounces: 5 }, 'healthy'],
  ['bounce7Day', 'sevenDay', { total: 100, bounces: 9 }, 'warning'],
  ['bounce7Day', 'sevenDay', { total: 100, bounces: 10 }, 'critical'],
  ['bounce7Day', 'sevenDay', { total: 101, bounces: 10 }, 'warning'],
  ['bounceAllTime', 'allTime', { total: 125, bounces: 5 }, 'warning'],
  ['bounceAllTime', 'allTime', { total: 100, bounces: 4 }, 'healthy'],
  ['bounceAllTime', 'allTime', { total: 126, bounces: 5 }, 'healthy'],
  ['bounceAllTime', 'allTime', { total: 125, bounces: 10 }, 'critical'],
  ['bounceAllTime', 'allTime', { total: 126, bounces: 10 }, 'warning'],
  ['bounceAllTime', 'allTime', { total: 112, bounces: 9 }, 'warning'],
  ['complaint7Day', 'sevenDay', { total: 4_000, complaints: 3 }, 'warning'],
  ['complaint7Day', 'sevenDay', { total: 4_001, complaints: 3 }, 'healthy'],
  ['complaint7Day', 'sevenDay', { total: 100, complaints: 2 }, 'healthy'],
  ['complaint7Day', 'sevenDay', { total: 100, complaints: 4 }, 'warning'],
  ['complaint7Day', 'sevenDay', { total: 3_333, complaints: 5 }, 'critical'],
  ['complaint7Day', 'sevenDay', { total: 3_334, complaints: 5 }, 'warning'],
  ['complaintAllTime', 'allTime', { total: 10_000, complaints: 3 }, 'warning'],
  ['complaintAllTime', 'allTime', { total: 10_001, complaints: 3 }, 'healthy'],
  ['complaintAllTime', 'allTime', { total: 4_166, complaints: 5 }, 'critical'],
  ['complaintAllTime', 'allTime', { total: 4_167, complaints: 5 }, 'warning'],
];
for (const [name, span, window, level] of RATES) {
  test(`${name}: ${JSON.stringify(window)} is ${level}`, () => {
    const found = judge(windows({ [span]: window }), false);
    assert.is(found.levels[name], level);
    assert.equal([found.isHealthy, found.shouldDisable], [level === 'healthy', level === 'critical']);
    assert.equal([found.warnings.length, found.violations.length], [Number(level === 'warning'), Number(level === 'critical')]);
  });
}

const COUNTS: ['twentyFourHour' | 'sevenDay', 'bounces' | 'complaints', number, number][] = [
  ['twentyFourHour', 'bounces', 10, 25],
  ['sevenDay', 'bounces', 25, 50],
  ['twentyFourHour', 'complaints', 3, 7],
  ['sevenDay', 'complaints', 10, 20],
];
for (const [span, kind, warning, critical] of COUNTS) {
  test(`a new project's ${kind} in ${span}: warned from ${warning}, stopped from ${critical}`, () => {
    const judged = (count: number, isNew: boolean) => {
      const { isHealthy, shouldDisable } = judge(windows({ [span]: { total: 99, [kind]: count } }), isNew);
      return shouldDisable ? 'critical' : isHealthy ? 'healthy' : 'warning';
    };
    const levels = [warning - 1, warning, critical - 1, critical];
    assert.equal(
      levels.map((count) => judged(count, true)),
      ['healthy', 'warning', 'warning', 'critical'],
    );
    assert.equal(
      levels.map((count) => judged(count, false)),
      ['healthy', 'healthy', 'healthy', 'healthy'],
      'established projects are judged by rates alone',
    );
  });
}

test('a project is new for 30 days', () => {
  const made = new Date('2026-01-01T00:00:00Z');
  assert.is(isNewProject(made, new Date('2026-01-30T23:59:59.999Z')), true);
  assert.is(isNewProject(made, new Date('2026-01-31T00:00:00Z')), false);
});

test.run();
