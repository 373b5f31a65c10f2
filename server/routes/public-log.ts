/** The public log: its checkpoint, tiles and keys, free for anyone, and openings for those who were given the rows. */
import type { PublicLog } from '../answers/public-log.ts';
import type { Input, Reply } from '../contract/operations.ts';

export function getCheckpoint(log: PublicLog) {
  return async ({ query }: Input<'getCheckpoint'>): Promise<Reply<'getCheckpoint'>> => {
    const bytes = Buffer.from(await log.checkpoint(query.release));
    return { status: 200, type: 'text/plain', bytes, caching: 'seconds' };
  };
}

export function getLogTile(log: PublicLog) {
  return async ({ path }: Input<'getLogTile'>): Promise<Reply<'getLogTile'>> => {
    const bytes = await log.tile(path.level, path.tile);
    return { status: 200, type: 'application/octet-stream', bytes, caching: 'immutable' };
  };
}

export function getLogKeys(log: PublicLog) {
  return async (): Promise<Reply<'getLogKeys'>> => ({ status: 200, body: await log.keys() });
}

export function getOpenings(log: PublicLog) {
  return async ({ path, principal }: Input<'getOpenings'>): Promise<Reply<'getOpenings'>> => {
    return { status: 200, body: await log.openings(principal, path.request_id) };
  };
}
