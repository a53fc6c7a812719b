/** What the stack must know of a server to start it, see that it is ready, and stop it. */
import type { ServerName } from '../binaries.mjs';

export interface Server {
  name: ServerName;
  /** The variable the services read its address from. */
  variable: string;
  preferredPort: number;
  /** The data folder exists when this is called. */
  args(port: number, dataDir: string): string[];
  /** How to ask the binary for its version, and where the answer has it. */
  version: { args: string[]; pattern: RegExp };
  url(port: number): string;
  /** Makes it usable (initiates, waits until it is). Called again and again, every few ms, until it resolves. */
  ready(port: number): Promise<void>;
  /** How long it may take before SIGKILL, in ms. All end cleanly on SIGTERM. */
  graceMs: number;
}
