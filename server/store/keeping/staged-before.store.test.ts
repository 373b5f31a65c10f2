// Prices that an earlier server staged: the migration makes them an import, and a release does with them what it did before.
import { expect, it } from 'vitest';
import { release } from '../../ingest/release/release.ts';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { entityIdForTicker } from '../engine/ids.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { importSchema } from '../migrations/001-020/019-imports.ts';
import { becomeSchema } from './restore-schema.ts';
import { openTestStore } from '../testing/store.ts';

const hash = '\\x00';
const price = (series: string, day: string, close: number): string =>
  `('live', '${series}', '${day}', ${close}, null, '${day}T21:00:00Z', false, '${hash}')`;

it('staged prices open, continue and restate their series after the migration', async () => {
  const store = await openTestStore();
  const bench = await LoadingBench.open(store);
  try {
    const before = migrations.slice(0, migrations.indexOf(importSchema)).map(({ name }) => name);
    await store.db.transaction((trx) => becomeSchema(trx, before));
    await store.db.raw(`update head set version = 1 where collection = 'live'`);
    await store.db.raw(
      `insert into release (collection, version, effective_at, recorded_at, kind)
       values ('live', 1, '2026-01-05T00:00:00Z', '2026-01-05T00:00:00Z', 'release')`,
    );
    const series = ['AAX|desk', 'BBX|desk', 'CCX|desk'];
    for (const id of series) {
      const ticker = id.slice(0, 3);
      await store.db.raw(
        `insert into staged_series (collection, series_id, ticker, provider, currency, basis, load_order)
         values ('live', ?, ?, 'desk', 'USD', 'adjusted_close', 1)`,
        [id, ticker],
      );
      if (ticker === 'AAX') continue;
      await store.db.raw(
        `insert into price_vintage (collection, vintage_id, series_id, entity_id, ticker, provider, currency, basis, from_version)
         values ('live', ?, ?, ?, ?, 'desk', 'USD', 'adjusted_close', 1)`,
        [`${id}|1`, id, entityIdForTicker(ticker), ticker],
      );
      await store.db.raw(
        `insert into price (collection, vintage_id, session_date, adjusted_close, observed_at, observed_stated, observation_hash, from_version)
         values ('live', ?, '2020-01-02', 10, '2020-01-02T21:00:00Z', false, '${hash}', 1)`,
        [`${id}|1`],
      );
    }
    const rows = [
      price('AAX|desk', '2020-01-02', 10),
      price('BBX|desk', '2020-01-02', 10),
      price('BBX|desk', '2020-01-03', 11),
      price('CCX|desk', '2020-01-02', 5),
      price('CCX|desk', '2020-01-03', 6),
    ];
    await store.db.raw(`insert into staged_price values ${rows.join(', ')}`);
    await migrate(store.db);
    expect((await release(store.db, { collection: 'live', newListings: ['AAX'] })).prices).toMatchObject({
      rows: 4,
      vintages_opened: 1,
      vintages_appended: 1,
      vintages_restated: 1,
    });
    expect(
      await bench.rows(`select v.series_id, p.session_date, p.adjusted_close from price p join price_vintage v using (vintage_id)
                         where v.to_version = 2147483647 order by 1, 2`),
    ).toEqual([
      { series_id: 'AAX|desk', session_date: '2020-01-02', adjusted_close: '10' },
      { series_id: 'BBX|desk', session_date: '2020-01-02', adjusted_close: '10' },
      { series_id: 'BBX|desk', session_date: '2020-01-03', adjusted_close: '11' },
      { series_id: 'CCX|desk', session_date: '2020-01-02', adjusted_close: '5' },
      { series_id: 'CCX|desk', session_date: '2020-01-03', adjusted_close: '6' },
    ]);
  } finally {
    await bench.close();
  }
});
