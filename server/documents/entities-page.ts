// A page of the canonical entities that have released research.
import type { EntitiesPage } from '../../generated/api.ts';
import type { ListedEntity } from '../store/known/lists/read-entity-list.ts';
import { identifiers } from './identifiers.ts';
import { leftOutWarnings } from './left-out.ts';
import { limit } from './limitations.ts';
import { type PagePlace, listStatus, pagination } from './list-status.ts';

/** `leftOut` counts the entities that do not fit the contract. */
export function entitiesPage(place: PagePlace, entities: readonly ListedEntity[], leftOut: number): EntitiesPage {
  const unnamed = entities.filter(({ name }) => name === null).length;
  const limits = limit(
    unnamed,
    'name-unknown',
    (n) => `name-unknown: no source names ${n} of ${entities.length} entities, so their name is null.`,
  );
  return {
    view: 'entities',
    as_of: place.asOf,
    data: {
      entities: entities.map((row) => ({
        entity_id: row.entity_id,
        kind: row.kind,
        name: row.name,
        ticker: row.ticker,
        ...identifiers(row),
        released_record_count: row.released_record_count,
        latest_observation_at: row.latest_observation_at,
      })),
    },
    data_status: listStatus(place, { observed: entities.map((row) => row.latest_observation_at), limits, leftOut }),
    warnings: leftOutWarnings(leftOut, '/data/entities'),
    pagination: pagination(place),
  };
}
