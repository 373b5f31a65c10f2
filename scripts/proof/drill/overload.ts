// Overload: at half capacity the event loop stays free; at three times capacity the rest is refused at once and
// uncharged.
import { groupedBy } from '../../../server/store/engine/grouped.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { type Growth, generateGrowth } from '../../../server/store/testing/growth.ts';
import type { Account } from '../faults/stage/client.ts';
import { makeAccount } from '../faults/stage/world.ts';
import { unitsOf } from '../fuzz/units.ts';
import { Connection } from '../fuzz/wire.ts';
import { eventLoopDelay } from '../load/event-loop.ts';
import { type Ask, after, closedLoop, judged, openLoop, quantile } from '../load/rates.ts';
import { type Stage, onStage } from '../load/stage.ts';

const BELIEFS = 2_000;
const CALLERS = 32;
const WARM_SECONDS = 5;
const PEAK_SECONDS = 8;
const RATED_SECONDS = 15;
const OVERLOAD_SECONDS = 12;
const RATED_PART = 0.5;
const TIMES_PEAK = 3;
const GOODPUT_MIN = 0.8;
const REFUSED_MS_MAX = 100;
const ANSWERED_MS_MAX = 1_000;
const EVENT_LOOP_MS_MAX = 50;

export function drillOverload(): Promise<boolean> {
  return onStage(async (store) => {
    const research = await generateGrowth(store.db, BELIEFS);
    return { research, account: await makeAccount(store, { prepaid: 10_000_000 }) };
  }, overload);
}

type OverloadStage = { research: Growth; account: Account };

async function overload({ store, server, port, prepared }: Stage<OverloadStage>): Promise<boolean> {
  const connections = keptOpen(port);
  try {
    let delivered = 0;
    const ask = newQuestions(prepared, async (question) => {
      const status = await connections.ask(question);
      if (status === 200) delivered += 1;
      return status;
    });
    await closedLoop({ callers: CALLERS, seconds: WARM_SECONDS }, ask);
    const peakNow = (): Promise<number> => closedLoop({ callers: CALLERS, seconds: PEAK_SECONDS }, ask);
    const peak = await peakNow();
    process.stdout.write(`peak: ${Math.round(peak)} answers a second, ${CALLERS} callers that wait for each\n`);
    await eventLoopDelay(server.metrics);
    const rated = await openLoop({ perSecond: peak * RATED_PART, isOver: after(RATED_SECONDS) }, ask);
    const delay = await eventLoopDelay(server.metrics);
    // The first second opens connections, and is not judged.
    await openLoop({ perSecond: peak * TIMES_PEAK, isOver: after(1) }, ask);
    const asked = await openLoop({ perSecond: peak * TIMES_PEAK, isOver: after(OVERLOAD_SECONDS) }, ask);
    const times = (of: typeof asked, status: number): number[] =>
      of.filter((one) => one.status === status).map(({ ms }) => ms);
    const [ratedTimes, answered, refused] = [times(rated, 200), times(asked, 200), times(asked, 503)];
    // A later answer had to wait because of the overload.
    const inTime = asked.filter((one) => one.after <= OVERLOAD_SECONDS);
    const goodput = times(inTime, 200);
    // The machine's capacity varies, so the peak is measured before and after.
    const peakAfter = await peakNow();
    const share = goodput.length / OVERLOAD_SECONDS / ((peak + peakAfter) / 2);
    const { drifts, entries } = await audit(store.db);
    const charged = await unitsOf(store);
    const at = (of: readonly number[]): string =>
      `p50 ${quantile(of, 0.5)}, p95 ${quantile(of, 0.95)}, p99 ${quantile(of, 0.99)} ms`;
    return judged([
      [
        `at half of the peak: ${ratedTimes.length} of ${rated.length} answered, ${at(ratedTimes)}`,
        ratedTimes.length === rated.length,
      ],
      [
        `event loop delayed by p50 ${delay.p50}, p99 ${delay.p99} (at most ${EVENT_LOOP_MS_MAX}), most ${delay.max} ms`,
        delay.p99 <= EVENT_LOOP_MS_MAX,
      ],
      [
        `goodput ${share.toFixed(2)} of the peak, which was ${Math.round(peakAfter)} after it (at least ${GOODPUT_MIN})`,
        share >= GOODPUT_MIN,
      ],
      [`answered under it: ${at(answered)} (at most ${ANSWERED_MS_MAX})`, quantile(answered, 0.99) <= ANSWERED_MS_MAX],
      [
        `${refused.length} refused with 503: ${at(refused)} (at most ${REFUSED_MS_MAX})`,
        refused.length > 0 && quantile(refused, 0.99) <= REFUSED_MS_MAX,
      ],
      [
        `${asked.length - answered.length - refused.length} other answers (none): ${tallied(asked)}`,
        asked.length === answered.length + refused.length,
      ],
      [`${charged} units charged for ${delivered} answers`, charged === delivered],
      [`no drift in ${entries} entries`, drifts.length === 0],
    ]);
  } finally {
    connections.close();
  }
}

function tallied(asked: readonly { status: number }[]): string {
  const statuses = groupedBy(asked, ({ status }) => String(status));
  return [...statuses].map(([status, all]) => `${all.length} times ${status}`).join(', ');
}

/**
 * One connection per question in progress, each kept alive; 0 if it breaks. node:http would cost as much per question
 * as the service spends on a refusal.
 */
function keptOpen(port: number) {
  const all: Connection[] = [];
  const idle: Connection[] = [];
  const opened = (): Connection => {
    const connection = new Connection(port);
    all.push(connection);
    return connection;
  };
  async function ask(question: Buffer): Promise<number> {
    const connection = idle.pop() ?? opened();
    const status = await connection.exchange(question, false).then(
      (answer) => answer.status,
      () => 0,
    );
    idle.push(connection);
    return status;
  }
  return { ask, close: () => all.forEach((connection) => connection.close()) };
}

/** Each brief has a separate cutoff, so that it must be built: the work that refusals save. */
function newQuestions({ research, account }: OverloadStage, ask: (question: Buffer) => Promise<number>): Ask {
  let asked = 0;
  return () => {
    asked += 1;
    const asOf = new Date(Date.parse(research.to) - asked * 1_000).toISOString();
    const ticker = research.tickers[asked % research.tickers.length];
    const lines = [
      `GET /v1/brief?ticker=${ticker}&as_of=${asOf} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${account.key}`,
      `X-Request-ID: q-${asked}`,
    ];
    return ask(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
  };
}
