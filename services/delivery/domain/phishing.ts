/**
 * Which mails are looked at for phishing, what of them is shown to the model, and what its answer says
 * (contract "Security and suspension: Phishing").
 */
import { tokens } from './markup.ts';

/** What the model sees of a mail. */
export interface Excerpt {
  from: string;
  subject: string;
  /** Of the text a reader sees. */
  text: string;
  urls: string[];
}

/** The model's word. */
export interface Verdict {
  isPhishing: boolean;
  /** Percent. */
  confidence: number;
}

const MOST_TEXT = 2_000;
const MOST_URLS = 20;
/** Nobody's link is longer; the rest says nothing about where it leads. */
const LONGEST_URL = 500;
/** Markup that is read for them: looking must not hold up other mail. */
const MOST_MARKUP = 500_000;
const HIDDEN = new Set(['script', 'style', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const SAMPLES = 0x1_0000_0000;

/** Decided by the id alone, which nobody chooses: the same mail is looked at, or not, however often it is tried. @param rate 0 to 1 */
export function isSampled(emailId: string, rate: number): boolean {
  return parseInt(emailId.slice(0, 8), 16) < rate * SAMPLES;
}

/** The beginning of what a reader sees, and where it leads. Linear, in the first 500,000 characters. */
export function excerptOf(mail: Pick<Excerpt, 'from' | 'subject'>, html: string): Excerpt {
  const urls: string[] = [];
  let text = '';
  let hidden: string | null = null;
  for (const token of tokens(html.slice(0, MOST_MARKUP))) {
    if ('text' in token) {
      if (hidden === null && text.length < MOST_TEXT)
        text += ` ${token.text
          .slice(0, 4 * MOST_TEXT)
          .replace(/\s+/g, ' ')
          .trim()}`;
    } else if (HIDDEN.has(token.name)) {
      hidden = token.closing ? null : token.name;
    } else if (urls.length < MOST_URLS && !token.closing) {
      const href = token.attributes.find(({ name }) => name === 'href');
      if (href && /^\s*https?:/i.test(href.value)) urls.push(href.value.trim().slice(0, LONGEST_URL));
    }
    if (text.length >= MOST_TEXT && urls.length === MOST_URLS) break;
  }
  return { from: mail.from, subject: mail.subject.slice(0, MOST_TEXT), text: text.trim().slice(0, MOST_TEXT), urls };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A verdict and nothing else can come of an answer, whatever the mail had the model say. Null: none. */
function readVerdict(said: string): Verdict | null {
  // Models put fences and words around what they were asked for.
  const verdict = parsed(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
  if (!isObject(verdict)) return null;
  const { isPhishing, confidence } = verdict;
  if (typeof isPhishing !== 'boolean' || typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 100)) return null;
  return { isPhishing, confidence };
}

/** Body of a chat completion → its verdict; null for what holds none. */
export function readCompletion(body: string): Verdict | null {
  const completion = parsed(body);
  const choices = isObject(completion) ? completion['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(first) ? first['message'] : undefined;
  const content = isObject(message) ? message['content'] : undefined;
  return typeof content === 'string' ? readVerdict(content) : null;
}
