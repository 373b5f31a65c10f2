/** Report at start of the connections that this server may open, with a warning if the database allows fewer. */
import type { Logger } from '../observe/log.ts';
import { type ConnectionCount, countConnections } from '../store/engine/connection-count.ts';
import type { Store } from '../store/engine/engine.ts';

/** For the operator: a command takes two, psql one. */
const OPERATOR = 3;

export function tooMany({ mayOpen, allowed }: ConnectionCount): boolean {
  return mayOpen + OPERATOR > allowed;
}

/** A database that does not answer is reported elsewhere: this never fails a start. */
export async function reportConnections(
  store: Pick<Store, 'db' | 'accounts' | 'engine'>,
  processes: number,
  log: Pick<Logger, 'info' | 'warn' | 'debug'>,
): Promise<void> {
  try {
    const count = await countConnections(store, processes);
    if (count === null) return;
    if (!tooMany(count)) return log.info(count, 'connections to the database');
    log.warn(
      count,
      `this server may open ${count.mayOpen} connections (${count.perProcess} for each process), and the database allows ${count.allowed}: ` +
        `beyond them requests are answered 503 and commands are refused. Start fewer workers, or raise max_connections`,
    );
  } catch (error) {
    log.debug({ err: error }, 'the connections could not be counted');
  }
}
