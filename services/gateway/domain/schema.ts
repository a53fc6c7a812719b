/** A JSON Schema as generators of clients and readers of the document want it. */
import type { JsonSchema } from './sample.ts';

/** Below these stand values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(['examples', 'example', 'default', 'enum', 'const']);

const BESIDE_REFERENCES: ReadonlySet<string> = new Set(['$ref', 'description', 'examples']);

const isType = ({ type }: JsonSchema, name: string): boolean => type === name || (Array.isArray(type) && type.includes(name));

/** What of a schema is said otherwise, or not at all. */
function loosened({ $schema: _dialect, $defs: _named, id: _id, ...schema }: JsonSchema): JsonSchema {
  // What a reference leads to says the rest.
  if (schema.$ref) return Object.fromEntries(Object.entries(schema).filter(([key]) => BESIDE_REFERENCES.has(key)));
  const { pattern: _pattern, additionalProperties, const: only, ...rest } = schema;
  const kept: JsonSchema = { ...rest };
  // A format says it already, and generators take one of the two.
  // NUL as every dialect of patterns writes it.
  if (typeof schema['pattern'] === 'string' && !schema.format) kept['pattern'] = schema['pattern'].replaceAll('\\0', '\\x00');
  // Answers may gain fields.
  if (additionalProperties !== undefined && additionalProperties !== false) kept['additionalProperties'] = additionalProperties;
  // Generators make no type of one boolean.
  if (typeof only === 'boolean') Object.assign(kept, { description: schema['description'] ?? `Always ${only}`, examples: [only] });
  else if (only !== undefined) kept.const = only;
  if (isType(kept, 'array')) kept.items ??= {};
  // Generators know one type, and that with `null`.
  if (Array.isArray(kept.type) && kept.type.filter((name) => name !== 'null').length > 1) {
    kept.anyOf = kept.type.map((type) => ({ type }));
    delete kept.type;
  }
  // One choice within another is one choice.
  if (kept.anyOf) kept.anyOf = kept.anyOf.flatMap((one) => (Object.keys(one).join() === 'anyOf' ? one.anyOf! : [one]));
  return nullable(kept);
}

/** `anyOf` of a type and `null` is that type, or null. */
function nullable({ anyOf = [], ...schema }: JsonSchema): JsonSchema {
  const [one, other, ...more] = anyOf;
  if (!one || other?.type !== 'null' || more.length > 0 || typeof one.type !== 'string' || one.enum || one.$ref)
    return { ...schema, ...(anyOf.length > 0 && { anyOf }) };
  return { ...one, ...schema, type: [one.type, 'null'] };
}

/** Named schemas anywhere below: a schema that was described before brings its own. */
export function namedIn(schema: object): [string, JsonSchema][] {
  return Object.entries(schema).flatMap(([key, value]): [string, JsonSchema][] => {
    if (typeof value !== 'object' || value === null || VALUES.has(key)) return [];
    return key === '$defs' ? [...Object.entries(value as Record<string, JsonSchema>), ...namedIn(value)] : namedIn(value);
  });
}

/** A copy, with everything below it treated alike. Every value of `properties` is a schema, whatever its name. */
export function tidy(schema: JsonSchema): JsonSchema {
  const below = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(below);
    return typeof value === 'object' && value !== null ? tidy(value as JsonSchema) : value;
  };
  const entries = Object.entries(schema).map(([key, value]) => {
    if (VALUES.has(key)) return [key, value];
    if (key !== 'properties') return [key, below(value)];
    return [key, Object.fromEntries(Object.entries(value as Record<string, JsonSchema>).map(([name, one]) => [name, tidy(one)]))];
  });
  return loosened(Object.fromEntries(entries) as JsonSchema);
}
