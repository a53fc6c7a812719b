/** SMTP as text (RFC 5321): replies as they come out of packets, what a server can do, addresses as commands take them. */
import { asciiDomain } from './sender.ts';

export interface Reply {
  /** 0: the line was no reply at all. */
  code: number;
  /** As it came; lines of a long reply are joined by line feeds. */
  text: string;
}

const LINE = /^[2-5]\d\d(?:[ -]|$)/;
const REPLY_MAX = 64 * 1024;

/** Answers what turns pieces of the stream, cut anywhere, into whole replies. */
export function createReplyReader(): (text: string) => Reply[] {
  let rest = '';
  let begun: string[] = [];
  let held = 0;
  return (text) => {
    rest += text;
    const replies: Reply[] = [];
    let at = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', at)) {
      const line = rest.slice(at, rest[end - 1] === '\r' ? end - 1 : end);
      at = end + 1;
      const isReply = LINE.test(line);
      begun.push(line);
      held += line.length;
      if (isReply && line[3] === '-' && held < REPLY_MAX) continue;
      replies.push({ code: isReply && held < REPLY_MAX ? Number(line.slice(0, 3)) : 0, text: begun.join('\n') });
      begun = [];
      held = 0;
    }
    rest = rest.slice(at);
    if (rest.length < REPLY_MAX) return replies;
    rest = '';
    return [...replies, { code: 0, text: 'a reply without an end' }];
  };
}

/** Keyword in upper case → its parameters, from the reply to EHLO. */
export function capabilitiesOf({ text }: Reply): Map<string, string> {
  return new Map(
    text
      .split('\n')
      .slice(1)
      .map((line) => {
        const [keyword, ...parameters] = line.slice(4).trim().split(/[ =]/);
        return [keyword!.toUpperCase(), parameters.join(' ')];
      }),
  );
}

const ASCII = /^[!-~]+$/;
/** What ends a path, or the command it is in. */
const UNSAFE = /[\s<>\p{Cc}]/u;

/** An address with its domain in ASCII; null when no command can hold it. */
export function mailbox(address: string): string | null {
  if (UNSAFE.test(address)) return null;
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || domain === '') return null;
  const ascii = asciiDomain(domain);
  return ASCII.test(ascii) ? `${address.slice(0, at)}@${ascii}` : null;
}

/** Whether the address needs SMTPUTF8 (RFC 6531). */
export function isInternational(address: string): boolean {
  return !ASCII.test(address);
}
