/** The few expressions a compiled filter needs to compare lists and objects; whatever else could run stays outside. */

const TAKES_LIST: ReadonlySet<string> = new Set(['$and', '$eq', '$cond', '$arrayElemAt']);
const TAKES_ONE: ReadonlySet<string> = new Set(['$isArray', '$size', '$type', '$objectToArray']);
const MAX_DEPTH = 64;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPath = (value: unknown): boolean => typeof value === 'string' && /^\$data\.[^$]/.test(value);
const isLiteral = (value: unknown): boolean => isObject(value) && Object.keys(value).join() === '$literal' && (typeof value['$literal'] !== 'object' || value['$literal'] === null);

/** True for one operator over paths into `data`, numbers, empty lists and objects, literals, and expressions of the same kind. */
export function isExpression(sent: unknown, depth = 0): boolean {
  if (!isObject(sent) || depth > MAX_DEPTH) return false;
  const [[name, argument] = ['', undefined], ...more] = Object.entries(sent);
  if (more.length > 0) return false;
  if (TAKES_LIST.has(name)) return Array.isArray(argument) && argument.every((part) => isOperand(part, depth + 1));
  if (TAKES_ONE.has(name)) return isOperand(argument, depth + 1);
  if (name === '$getField') return isObject(argument) && Object.keys(argument).sort().join() === 'field,input' && isLiteral(argument['field']) && isOperand(argument['input'], depth + 1);
  return isLiteral(sent);
}

function isOperand(part: unknown, depth: number): boolean {
  if (typeof part === 'number' || isPath(part)) return true;
  if (typeof part === 'string') return !part.startsWith('$');
  if (Array.isArray(part)) return part.length === 0;
  return isObject(part) && (Object.keys(part).length === 0 || isExpression(part, depth));
}
