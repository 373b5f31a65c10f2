// Proof of `verify --log`: the openings of a document, and the public log as this computer knows it.
import type { LogProof } from '../../evidence/log-checks.ts';
import { logKeys, logSource } from '../../log/log-source.ts';
import { readLog } from '../../log/public-log.ts';
import { asking } from '../commands/asking.ts';
import type { Context } from '../command.ts';
import { SeenLogs } from './seen-logs.ts';

export interface SeenProof extends LogProof {
  /** Keys that the service itself named, because this computer knew none: the person has to compare them. */
  readonly newKeys: readonly string[];
}

/** Keeps the newest checkpoint once it was found to extend the one that was kept. */
export async function logProofOf(context: Context, requestId: string, key: string | undefined): Promise<SeenProof> {
  const { world, credentials } = context;
  const client = await context.client('key');
  const { data } = await asking(context, () => client.openings(requestId, { signal: world.signal }));
  const { baseUrl } = await context.access();
  const given = key === undefined ? [] : [key];
  return new SeenLogs(credentials.path, world.clock).change(baseUrl, async (kept) => {
    const newKeys = kept === undefined && key === undefined ? await logKeys(baseUrl, world.fetch) : [];
    const keys = [...new Set([...given, ...(kept?.keys ?? newKeys)])];
    const source = logSource(baseUrl, world.fetch);
    const log = await readLog(source, { keys, seen: kept?.checkpoint });
    return [
      { keys, checkpoint: log.newest },
      { log, openings: data.openings, newKeys },
    ];
  });
}
