// The price that decides the freshness of a list: that of its one subject, or of the benchmark.
import type { ListPrice } from '../../documents/list-status.ts';
import type { Db } from '../../store/engine/db.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import type { EntityRow } from '../../store/known/read-entities.ts';
import { readTogether } from '../../store/engine/read.ts';
import { type PriceReader, pricesAt, statusOf } from '../prices.ts';
import type { Moment } from '../subject.ts';

const benchmark = { entity_id: entityIdForTicker('SPY'), kind: 'listing', ticker: 'SPY' } as const;

/** Without a subject the benchmark stands for the market; only listings are priced. */
export async function readListPrice(
  db: Db,
  { cutoff, calendar }: Moment,
  { prices, subject }: { prices: PriceReader; subject: Pick<EntityRow, 'entity_id' | 'kind' | 'ticker'> | null },
): Promise<ListPrice> {
  const { entity_id: entityId, kind, ticker } = subject ?? benchmark;
  if (kind !== 'listing' || ticker === null) return null;
  const asked = prices.ask(cutoff, { name: entityId, entityId });
  const { histories } = await readTogether(db, { histories: asked.read });
  const known = pricesAt(asked.take(histories, entityId), calendar, cutoff.asOf);
  return { of: ticker, price: statusOf(known, known.security) };
}
