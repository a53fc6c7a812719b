/** What may be said of a segment (contract 2.4, 4.7). */
import { shortFault } from '#kit/errors.ts';
import { readCondition } from './condition.ts';
import type { Condition } from './condition.ts';

export type Type = 'DYNAMIC' | 'STATIC';

export interface Wish {
  name: string;
  description: string | null;
  trackMembership: boolean;
  /** The tree as it was sent, and as it is understood; null for STATIC. */
  condition: { sent: object; read: Condition } | null;
}

type Body = Readonly<Record<string, unknown>>;

const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function readName(sent: unknown): string {
  if (typeof sent !== 'string' || sent.trim() === '') throw shortFault('Name is required');
  const name = sent.trim();
  if (name.length > MAX_NAME) throw shortFault(`Name must be at most ${MAX_NAME} characters`);
  return name;
}

function readDescription(sent: unknown): string | null {
  if (sent === undefined || sent === null) return null;
  if (typeof sent !== 'string') throw shortFault('Description must be a string');
  if (sent.length > MAX_DESCRIPTION) throw shortFault(`Description must be at most ${MAX_DESCRIPTION} characters`);
  return sent;
}

function readTracking(sent: unknown): boolean {
  if (sent === undefined || sent === null) return false;
  if (typeof sent !== 'boolean') throw shortFault('trackMembership must be a boolean');
  return sent;
}

function readTree(sent: unknown, refusal: string): { sent: object; read: Condition } {
  if (!isObject(sent)) throw shortFault(refusal);
  return { sent, read: readCondition(sent) };
}

/** A new segment; the refusals come in this order. */
export function readSegment(body: Body): Wish & { type: Type } {
  const [name, description] = [readName(body['name']), readDescription(body['description'])];
  const type = body['type'] ?? 'DYNAMIC';
  if (type !== 'DYNAMIC' && type !== 'STATIC') throw shortFault('Type must be DYNAMIC or STATIC');
  const trackMembership = readTracking(body['trackMembership']);
  const condition =
    type === 'STATIC' ? null : readTree(body['condition'], 'Condition is required and must be an object for DYNAMIC segments');
  return { name, description, type, trackMembership, condition };
}

/** Only what is sent; the type never changes, and a STATIC segment has no condition. */
export function readChanges(body: Body, type: Type): Partial<Wish> {
  return {
    ...('name' in body ? { name: readName(body['name']) } : {}),
    ...('description' in body ? { description: readDescription(body['description']) } : {}),
    ...('trackMembership' in body ? { trackMembership: readTracking(body['trackMembership']) } : {}),
    ...('condition' in body && type === 'DYNAMIC' ? { condition: readTree(body['condition'], 'Condition must be an object') } : {}),
  };
}

/** The name of a segment inside event names: `segment.<slug>.entry` (contract 2.4 "Slug"). */
export function slugOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}
