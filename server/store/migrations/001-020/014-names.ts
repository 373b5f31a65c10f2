// Names that begin on a date, and which provider of a listing is quoted.

import { OPEN_VERSION } from './001-research.ts';

export const nameSchema = {
  name: '014-names',
  // An older server would show another name, and publish a series without its place.
  breaking: true,
  statements: [
    // {"2012-05-18": "Quartz Mills"}: each name by the day from which it holds; null without such names.
    `alter table entity add column names jsonb`,
    // Finds an observation after a cutoff without reading the releases before it.
    `create index release_newest on release (collection, newest_observed_at, version)`,

    // The place of a series among those of its listing: the operator's rank, then the order in which series were loaded.
    `create table price_series (
       collection text not null references head, series_id text collate "C" not null,
       load_order integer not null, provider_rank integer check (provider_rank >= 1),
       from_version integer not null, to_version integer not null default ${OPEN_VERSION}, check (to_version > from_version),
       primary key (collection, series_id, from_version))`,
    `insert into price_series (collection, series_id, load_order, from_version)
     select collection, series_id,
            row_number() over (partition by collection order by min(from_version), series_id), min(from_version)
       from price_vintage group by collection, series_id`,
    // Series that an earlier server staged share the order 0: their ids decide among them, as they did there.
    `alter table staged_series add column load_order integer not null default 0, add column provider_rank integer`,
  ],
};
