/** A project's reputation: bounces and complaints against the table of contract "Security and suspension: Reputation". Pure. */

export interface MailWindow {
  total: number;
  /** Permanent ones. */
  bounces: number;
  complaints: number;
}

export interface Windows {
  twentyFourHour: MailWindow;
  sevenDay: MailWindow;
  allTime: MailWindow;
}

export type Level = 'healthy' | 'warning' | 'critical';

export interface Reputation {
  isHealthy: boolean;
  shouldDisable: boolean;
  /** What is critical, in words for operators. */
  violations: string[];
  warnings: string[];
  levels: { bounce7Day: Level; bounceAllTime: Level; complaint7Day: Level; complaintAllTime: Level };
}

type Kind = 'bounces' | 'complaints';
type Thresholds = readonly [warning: number, critical: number];

/** Below this many mails a window's rates say nothing. */
const LEAST_VOLUME = 100;
const NEW_FOR_MS = 30 * 86_400_000;

/** In percent: 6 is 6 %. */
const RATES = {
  bounces: { sevenDay: [5, 10], allTime: [4, 8] },
  complaints: { sevenDay: [0.075, 0.15], allTime: [0.03, 0.12] },
} as const satisfies Record<Kind, Record<'sevenDay' | 'allTime', Thresholds>>;

/** How many there must be for a rate to count. */
const LEAST: Readonly<Record<Kind, Thresholds>> = { bounces: [5, 10], complaints: [3, 5] };

/** Judged in new projects only. */
const COUNTS = {
  bounces: { twentyFourHour: [10, 25], sevenDay: [25, 50] },
  complaints: { twentyFourHour: [3, 7], sevenDay: [10, 20] },
} as const satisfies Record<Kind, Record<'twentyFourHour' | 'sevenDay', Thresholds>>;

const SPAN = { twentyFourHour: '24 hours', sevenDay: '7 days', allTime: 'all time' } as const;

export function isNewProject(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < NEW_FOR_MS;
}

/** In percent, 0 without mail. */
export function rateOf(part: number, total: number): number {
  return total === 0 ? 0 : (part / total) * 100;
}

/** A value at the number counts. */
function levelOf(reaches: (step: 0 | 1) => boolean): Level {
  return reaches(1) ? 'critical' : reaches(0) ? 'warning' : 'healthy';
}

function rateLevel(kind: Kind, span: 'sevenDay' | 'allTime', window: MailWindow): Level {
  if (window.total < LEAST_VOLUME) return 'healthy';
  // Multiplied, not divided: 5 of 100 are 5 % exactly.
  return levelOf((step) => window[kind] >= LEAST[kind][step] && window[kind] * 100 >= RATES[kind][span][step] * window.total);
}

export function judge(windows: Windows, isNew: boolean): Reputation {
  const levels = {
    bounce7Day: rateLevel('bounces', 'sevenDay', windows.sevenDay),
    bounceAllTime: rateLevel('bounces', 'allTime', windows.allTime),
    complaint7Day: rateLevel('complaints', 'sevenDay', windows.sevenDay),
    complaintAllTime: rateLevel('complaints', 'allTime', windows.allTime),
  };
  function rate(kind: Kind, span: 'sevenDay' | 'allTime'): string {
    const [part, { total }] = [windows[span][kind], windows[span]];
    return `${rateOf(part, total).toFixed(3)} % ${kind} in ${SPAN[span]} (${part} of ${total})`;
  }
  const found: [Level, string][] = [
    [levels.bounce7Day, rate('bounces', 'sevenDay')],
    [levels.bounceAllTime, rate('bounces', 'allTime')],
    [levels.complaint7Day, rate('complaints', 'sevenDay')],
    [levels.complaintAllTime, rate('complaints', 'allTime')],
  ];
  if (isNew) {
    for (const kind of ['bounces', 'complaints'] as const)
      for (const span of ['twentyFourHour', 'sevenDay'] as const) {
        const count = windows[span][kind];
        found.push([levelOf((step) => count >= COUNTS[kind][span][step]), `${count} ${kind} in ${SPAN[span]} of a new project`]);
      }
  }
  const at = (level: Level) => found.filter(([one]) => one === level).map(([, text]) => text);
  const [violations, warnings] = [at('critical'), at('warning')];
  return {
    isHealthy: violations.length === 0 && warnings.length === 0,
    shouldDisable: violations.length > 0,
    violations,
    warnings,
    levels,
  };
}
