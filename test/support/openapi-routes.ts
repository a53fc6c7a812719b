/** The routes of the gateway as its own OpenAPI document tells them. */
/** What leads on from an answer: expressions of OpenAPI by the parameter they are for. */
export interface Link {
  operationId: string;
  parameters: Record<string, string>;
}

export interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema?: any }> };
  responses: Record<string, { content?: Record<string, { schema?: any }>; links?: Record<string, Link> }>;
}

export interface Spec {
  paths: Record<string, Record<string, Operation>>;
  security?: Record<string, string[]>[];
  components?: { schemas?: Record<string, any>; securitySchemes?: Record<string, any> };
}

export interface Route {
  method: string;
  /** With `{id}` where ids go. */
  path: string;
  /** Whose credentials it asks for; `secret` where a session would do as well. */
  security: 'none' | 'session' | 'public' | 'secret';
  /** Names of the JSON body's fields. */
  properties: string[];
  operation: Operation;
}

function resolve(spec: Spec, schema: any): any {
  return schema?.$ref ? resolve(spec, spec.components?.schemas?.[schema.$ref.split('/').at(-1)]) : schema;
}

function properties(spec: Spec, schema: any): string[] {
  const known = resolve(spec, schema);
  const parts = [known?.oneOf, known?.anyOf, known?.allOf].flatMap((one) => one ?? []);
  return [...new Set([...Object.keys(known?.properties ?? {}), ...parts.flatMap((part) => properties(spec, part))])];
}

function security(spec: Spec, operation: Operation): Route['security'] {
  const names = (operation.security ?? spec.security ?? []).flatMap((one) => Object.keys(one)).map((name) => name.toLowerCase());
  if (names.length === 0) return 'none';
  if (names.some((name) => name.includes('secret'))) return 'secret';
  return names.some((name) => name.includes('public')) ? 'public' : 'session';
}

export function routes(spec: Spec): Route[] {
  return Object.entries(spec.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        security: security(spec, operation),
        properties: properties(spec, operation.requestBody?.content['application/json']?.schema),
        operation,
      })),
  );
}

/** The path with every `{name}` replaced. */
export function withIds(path: string, id: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => id(name));
}
