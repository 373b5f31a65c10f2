// Name of an entity at a cutoff. Every read that shows one takes it from here, so that all show the same.
import type { Cutoff } from '../engine/db.ts';
import type { Fragment } from '../engine/fragment.ts';

/**
 * The newest of the dated names that hold at the cutoff's UTC date; null before the first. Without dated names, the name
 * that is valid from its release. The alias is one of `entity`, in the cutoff's version.
 */
export function nameAt(alias: string, { asOf }: Cutoff): Fragment {
  return {
    sql: `case when ${alias}.names is null then ${alias}.name
               else (select n.value from jsonb_each_text(${alias}.names) n where n.key collate "C" <= ?
                     order by n.key collate "C" desc limit 1) end`,
    bindings: [asOf.slice(0, 10)],
  };
}

/**
 * The newest observation that the release of an undated name, or an earlier one, admitted; null for a dated name. At
 * cutoffs before it, history was loaded together with a name of a later day.
 */
function namedBefore(alias: string): Fragment {
  return {
    sql: `(select max(l.newest_observed_at) from release l
            where ${alias}.names is null and ${alias}.name is not null
              and l.collection = ${alias}.collection and l.version <= ${alias}.from_version)`,
    bindings: [],
  };
}

export function namedAsLoaded(alias: string, { asOf }: Cutoff): Fragment {
  return { sql: `coalesce(${namedBefore(alias).sql} > ?, false)`, bindings: [asOf] };
}

/** The version of an undated name; null for a dated one. */
export function namedIn(alias: string): Fragment {
  return {
    sql: `case when ${alias}.names is null and ${alias}.name is not null then ${alias}.from_version end`,
    bindings: [],
  };
}
