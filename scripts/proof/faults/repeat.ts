// Asks every request of a history once more: what was paid for can be had again, and what was refused stays refused.
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
