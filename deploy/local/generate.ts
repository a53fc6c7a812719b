/** `npm run generate`: code from the protos. */
import { runTool } from './tool.ts';

const { ok, output } = await runTool('buf', ['generate']);
console.log(ok ? 'proto/gen is made from proto' : output);
process.exitCode = ok ? 0 : 1;
