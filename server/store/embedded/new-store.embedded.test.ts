// The ready-made files of a new embedded store, compared with those that the engine makes.
import { PGlite } from '@electric-sql/pglite';
import { dataDir } from '@electric-sql/pglite-prepopulatedfs';
import { expect, it } from 'vitest';

/** The version of the engine, and statistics of random samples. */
const differs = ['information_schema.sql_implementation_info', 'pg_statistic'];
/** They have another name of UTC, and each session sets its zone. */
const zones = ['TimeZone', 'log_timezone'];

/** Digest of each table of the catalogue, and every setting. */
async function contents(db: PGlite): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !differs.includes(table.name))) {
    const { rows } = await db.query<{ digest: string }>(
      `select count(*) || ' ' || md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  const { rows: settings } = await db.query<{ name: string; setting: string }>('select name, setting from pg_settings');
  for (const { name, setting } of settings.filter((one) => !zones.includes(one.name)))
    found[`setting ${name}`] = setting;
  return found;
}

it('have the catalogue and the settings that the engine gives a new store, so the two packages fit', async () => {
  const [loaded, made] = await Promise.all([
    PGlite.create('memory://', { loadDataDir: await dataDir() }),
    PGlite.create('memory://'),
  ]);
  const expected = await contents(made);
  expect(await contents(loaded)).toEqual(expected);
  expect(Object.keys(expected).length).toBeGreaterThan(400);
  await Promise.all([loaded.close(), made.close()]);
});
