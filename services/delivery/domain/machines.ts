/** Which opens and clicks are by machines: one table of rules, asked when a hit is recorded. `docs/machines.md` is made from it. */

/** What a recipient did. */
export type Engagement = 'open' | 'click';

/** What is known about a hit when it comes. */
export interface Visit {
  kind: Engagement;
  /** As it was sent; '' when the request had none, null when somebody else reports the hit and does not say. */
  userAgent: string | null;
  /** What the request says it is for (`Sec-Purpose`, `Purpose`, `X-Purpose`, `X-Moz`); '' when nothing. */
  purpose: string;
  /** Since the provider took the mail, less than 0 before; null when another clock than ours timed the hit. */
  sinceSentMs: number | null;
}

export interface Rule {
  id: string;
  /** For people. */
  says: string;
  holds(visit: Visit): boolean;
}

/** Longer names say no more. */
const AGENT_MAX = 512;
/** Nobody reads a mail so soon after the provider took it. */
export const TOO_SOON_MS = 2_000;
/** Nobody follows two links of a mail within that. */
export const BURST_MS = 1_000;

/** Words of programs that look into mails, lower case; any of them in the name is enough. */
export const SCANNERS = [
  'barracuda',
  'mimecast',
  'proofpoint',
  'urldefense',
  'trendmicro',
  'symantec',
  'messagelabs',
  'fireeye',
  'forcepoint',
  'sophos',
  'ironport',
  'cloudmark',
  'spamassassin',
  'virustotal',
  'safebrowsing',
  'existence discovery',
  'bingpreview',
  'skypeuripreview',
  'slack-imgproxy',
  'facebookexternalhit',
  'facebookexternalua',
  'microsoftpreview',
  'googlemessages/',
  'feedburner',
  'hubspot connect',
  'whatsapp/',
  'bot/',
  'bot;',
  'bot)',
  'bot ',
  'crawler',
  'spider',
  '+http',
] as const;

/** Libraries and tools without a person in front of them. */
export const TOOLS = [
  'curl/',
  'wget/',
  'python',
  'go-http-client',
  'java/',
  'apache-httpclient',
  'libwww-perl',
  'ruby',
  'php/',
  'guzzlehttp',
  'axios/',
  'node-fetch',
  'undici',
  'headlesschrome',
  'phantomjs',
  'lua-resty-http',
  'jetty/',
  'ahc/',
  'amazon cloudfront',
] as const;

/** The whole name of programs that fetch every mail's pictures when it arrives, read or not. */
export const PREFETCHERS = [
  'mozilla/5.0',
  'mozilla/5.0 (windows nt 10.0; win64; x64) applewebkit/537.36 (khtml, like gecko) ' +
    'chrome/42.0.2311.135 safari/537.36 edge/12.246 mozilla/5.0',
] as const;

/** Whole names of tools that say no more. */
const BARE_TOOLS: readonly string[] = ['node', 'java', 'perl', 'okhttp'];
/** Phones whose makers are called like robots. */
const NO_ROBOTS = ['cubot'] as const;

const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');
const agentOf = ({ userAgent }: Visit): string | null => userAgent && userAgent.slice(0, AGENT_MAX).trim().toLowerCase();
const holding = (agent: string | null, words: readonly string[]): boolean => agent !== null && words.some((word) => agent.includes(word));

/** In this order; the first that holds names the hit. */
export const RULES: readonly Rule[] = [
  {
    id: 'prefetch',
    says:
      'the request says that nobody has asked for it yet: ' +
      '`prefetch`, `prerender` or `preview` in `Sec-Purpose`, `Purpose`, `X-Purpose` or `X-Moz`',
    holds: ({ purpose }) => holding(purpose.slice(0, AGENT_MAX).toLowerCase(), ['prefetch', 'prerender', 'preview']),
  },
  {
    id: 'nameless',
    says: 'the request has no `User-Agent`',
    holds: ({ userAgent }) => userAgent !== null && userAgent.trim() === '',
  },
  {
    id: 'scanner',
    says: `the name holds one of ${quoted(SCANNERS)}; phones by Cubot excepted`,
    holds: (visit) => {
      const agent = NO_ROBOTS.reduce<string | null>((name, phone) => name && name.replaceAll(phone, ''), agentOf(visit));
      return holding(agent, SCANNERS);
    },
  },
  {
    id: 'tool',
    says: `the name holds one of ${quoted(TOOLS)}, or is one of ${quoted(BARE_TOOLS)}`,
    holds: (visit) => holding(agentOf(visit), TOOLS) || BARE_TOOLS.includes(agentOf(visit) ?? ''),
  },
  {
    id: 'prefetching-proxy',
    says:
      `an opening by a proxy that fetches the pictures of every mail that arrives (Apple's, Gmail's early one): the name is one of ` +
      `${quoted(PREFETCHERS)}. Proxies that fetch when somebody reads (\`GoogleImageProxy\`, \`YahooMailProxy\`) stand for that person`,
    holds: (visit) => visit.kind === 'open' && PREFETCHERS.some((name) => name === agentOf(visit)),
  },
  {
    id: 'too-soon',
    says: `before the provider has taken the mail, or within ${TOO_SOON_MS / 1_000} s after that`,
    holds: ({ sinceSentMs }) => sinceSentMs !== null && sinceSentMs < TOO_SOON_MS,
  },
];

/** Decided where the row is changed, which knows what was followed last. */
export const BURST = {
  id: 'burst',
  says: `a click within ${BURST_MS / 1_000} s of a click on another link of the same mail`,
} as const;

/** Which rule says that a machine did it; null: nothing speaks against a person. Linear in the texts, of which a bounded part is read. */
export function machineOf(visit: Visit): string | null {
  return RULES.find(({ holds }) => holds(visit))?.id ?? null;
}

/** A link of a mail that was followed. */
export interface FollowedLink {
  link: string;
  clicks: number;
  humanClicks: number;
}

/** Links a row keeps apart; a mail with more has the later ones counted in its sums alone. */
export const LINKS_MAX = 50;
/** Of a link. */
export const LINK_MAX = 2_048;
