// Statement courses: records known to the day, several citations for one revision, and since when a direction holds.

/** An instant as it stands in a body: milliseconds and Z, as everywhere else. */
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const inOrder = 'order by observed_at, revision, from_version';

const ownCitation = `'cit_' || left(encode(sha256(convert_to('citation:' || r.record_key, 'UTF8')), 'hex'), 32)`;
const ownEvidence = `'evd_' || left(encode(sha256(convert_to('evidence:' || r.record_key, 'UTF8')), 'hex'), 32)`;

/** Only the revisions of statements have it: the author's direction, whichever one the belief kept. */
const stated = `body ->> 'stated_direction'`;

/**
 * Runs of one direction within a belief, over the rows of all versions at once. This is approximate for a belief of which
 * a revision was withdrawn or corrected: such a row still counts here as part of the course of later versions.
 */
const runs = `
  with step as (
         select collection, belief_id, revision, from_version, observed_at, status, direction, ${stated} as stated,
                case when direction = 'unclear' or ${stated} is null then 'unknown'
                     else coalesce(body ->> 'direction_basis', 'unknown') end as basis,
                lag(direction) over (partition by collection, belief_id ${inOrder}) as before
           from revision where not late),
       run as (
         select *, count(*) filter (where before is distinct from direction)
                     over (partition by collection, belief_id ${inOrder}) as run from step),
       told as (
         select collection, belief_id, revision, from_version, direction, before,
                first_value(observed_at) over w as since, first_value(basis) over w as basis,
                max(observed_at) filter (where before is distinct from direction
                  or coalesce(stated, direction) = direction and status <> 'reversed') over w as stated_at
           from run window w as (partition by collection, belief_id, run ${inOrder}))`;

export const courseSchema = {
  name: '013-courses',
  // An older server would write revisions without the facts that reads rely on.
  breaking: true,
  statements: [
    // The instant from which a row counts stays in observed_at: eligibility, order, cursors and the watermark use it.
    // The instant as loaded is in observed_as, only of a record that is known to the day.
    ...['belief', 'revision', 'belief_part', 'evidence', 'citation', 'staged'].map(
      (table) => `alter table ${table} add column observed_as timestamptz(3)`,
    ),
    // said: the words of this step if they differ from the belief's summary. also_cites: every further citation of the
    // statements behind the step; null for nearly every revision.
    `alter table revision add column said text, add column said_citation_id text collate "C",
       add column also_cites text[]`,

    // The values of older rows, first of all while direction_basis is still that of each statement.
    `update revision r
        set body = r.body || jsonb_build_object('statements', jsonb_build_array(jsonb_build_object(
              'record_id', r.record_key, 'observed_at', ${iso('r.observed_at')}, 'direction', r.body ->> 'stated_direction',
              'basis', coalesce(r.body ->> 'direction_basis', 'unknown'))
              || coalesce((
                   select jsonb_build_object('intent', p.body - array['methodology_version', 'status', 'observation_id',
                            'observed_at', 'conditions', 'citation_ids', 'execution_verified'])
                     from belief_part p
                    where p.collection = r.collection and p.belief_id = r.belief_id and p.kind = 'intent'
                      and p.revision = r.revision order by p.from_version desc limit 1), '{}')))
      where r.body ->> 'stated_direction' is not null`,
    `${runs}
     update revision r
        set body = r.body || jsonb_build_object('direction_basis', d.basis, 'direction_since', ${iso('d.since')},
                                                'direction_stated_at', ${iso('d.stated_at')})
              || case when d.before <> d.direction then jsonb_build_object('turned_from', d.before) else '{}' end
       from told d
      where d.collection = r.collection and d.belief_id = r.belief_id and d.revision = r.revision
        and d.from_version = r.from_version`,
    // A late revision had its own words in its evidence alone.
    `update revision r
        set said_citation_id = ${ownCitation}, also_cites = array[${ownCitation}],
            said = (select v.capture from evidence v
                     where v.collection = r.collection and v.evidence_id = ${ownEvidence}
                     order by v.from_version desc limit 1),
            body = r.body || coalesce((
              select o.body - array['turned_from', 'statements', 'stated_direction'] from revision o
               where o.collection = r.collection and o.belief_id = r.belief_id and not o.late
               order by o.observed_at <= r.observed_at desc,
                        case when o.observed_at <= r.observed_at then r.observed_at - o.observed_at
                             else o.observed_at - r.observed_at end, o.revision desc limit 1), '{}')
      where r.late`,

    // Later releases are computed by this policy; earlier ones keep the name of their policy.
    `alter table release alter column trade_state_policy set default 'trade-state-v2'`,
  ],
  betterments: [
    // Revisions by a further citation, for withdrawals and removals; a revision without one costs nothing here.
    `create index revision_also_cites on revision using gin (also_cites) where also_cites is not null`,
  ],
};
