// One process at a time, by a file that names its owner. Plain JavaScript without packages: the installer asks it before there are any.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Does the work while no other process holds the lock; waits, and says so once, until the one that has it is done or dead. */
export async function locked(file, what, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let said = false; ;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const owner = Number(existsSync(file) && readFileSync(file, 'utf8'));
      if (owner && !alive(owner)) rmSync(file, { force: true });
      else if (!said) console.log(`  waiting for the ${what} that runs already (process ${owner})`);
      said = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
