/** One way out for every command: signals, a killed parent and an error all end in `stop`, once. */

type Reason = { code: number; why: string };

/**
 * Runs `work`; ends it early on SIGINT, SIGTERM, SIGHUP or when the process that started this one is killed.
 * Either way `stop` is called and then the process exits: with the number `work` resolved with, 1 after an error, 130 when interrupted
 * (or `interrupted`, for commands whose normal end that is).
 */
export async function runUntilEnded(
  work: () => Promise<number>,
  stop: (why: string | null) => Promise<void>,
  interrupted = 130,
): Promise<never> {
  const asked = new Promise<Reason>((resolve) => {
    const end = (why: string) => (): void => resolve({ code: interrupted, why });
    process.on('SIGINT', end('Ctrl-C')).on('SIGTERM', end('SIGTERM')).on('SIGHUP', end('the terminal is gone'));
    if (process.channel) {
      process.on('disconnect', end('the starting process is gone'));
      process.channel.unref();
    }
  });
  let code: number;
  let why: string | null = null;
  try {
    const first = await Promise.race([work().then((number) => ({ code: number, why: null })), asked]);
    ({ code, why } = first);
  } catch (error) {
    console.error(`\n${(error as Error).message}`);
    code = 1;
  }
  await stop(why).catch((error: unknown) => {
    console.error(error);
    code = 1;
  });
  process.exit(code);
}
