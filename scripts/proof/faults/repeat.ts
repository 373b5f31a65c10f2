// Repetition of a whole history: paid answers are replayed, refused requests stay refused.
import type { Call, Client } from './stage/client.ts';
import { eachOf } from './stage/world.ts';

const WIDTH = 32;

/** How many were answered as repetitions. A fault shows in the history: the answers are added to it. */
export async function repeatAll(calls: readonly Call[], client: Client, choose: () => string): Promise<number> {
  const ids = new Map(
    calls
      .filter(({ requestId }) => requestId !== null)
      .map((call) => [`${call.account.workspaceId} ${call.requestId}`, call]),
  );
  let repeated = 0;
  await eachOf(ids.values(), WIDTH, async (call) => {
    const { isReplay } = await client.untilDefinite(choose, call);
    if (isReplay) repeated += 1;
  });
  return repeated;
}
