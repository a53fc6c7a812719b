/** An example that fits a JSON Schema: from its `examples`, `default`, `const` or `enum`, else by its type. */

export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  $ref?: string;
  [key: string]: unknown;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  uuid: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42',
  'date-time': '2026-01-31T09:30:00.000Z',
};
const BY_TYPE: Readonly<Record<string, unknown>> = { string: 'text', number: 1, integer: 1, boolean: true, null: null };

/** @param components what `#/components/schemas/<name>` stands for. */
export function sample(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return sample(components[schema.$ref.split('/').at(-1)!] ?? {}, components);
  const option = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (option) return sample(option, components);
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, sample(property, components)]));
  if (schema.items) return [sample(schema.items, components)];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return BY_FORMAT[schema.format ?? ''] ?? BY_TYPE[type ?? ''] ?? {};
}
