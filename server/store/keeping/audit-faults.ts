// Audit of single rows: entries against their keys, requests and bytes; releases against the service clock.
import { routes } from '../../../generated/routes.ts';
import { GRANT_PREFIX } from '../people/grant-payer.ts';
import { RECORD_NOTED_DAYS, REPLAY_DAYS } from '../engine/lifetimes.ts';
import { SESSION_PREFIX } from '../ledger/session-payer.ts';

/** Pattern of each operation's path in an entry. */
const operations = Object.entries(routes)
  .map(([id, { path }]) => `('${id}', '^${path.replaceAll('.', '\\.').replaceAll(/:[a-z_]+/g, '[^/]+')}$')`)
  .join(', ');

/** A grant that its person has made anew since may have been another workspace's before, and for the moment of that change. */
const mayHaveChanged = `u.charged_at < g.created_at + interval '1 minute'`;

/**
 * Charges that no key, person or chat can have made for their account, and live ones without cost. Also previews with a
 * cost, entries of a wrong month (one in progress at midnight may belong to the next), and requests of another
 * operation.
 */
export const entryFaults = `
  with operation (id, pattern) as (values ${operations})
  select u.request_id as subject, 'an entry of a key that does not belong to its account' as what,
         u.account_id as expected, coalesce(k.workspace_id, k.key_id, 'no such key') as found
    from usage_entry u left join api_key k on k.key_id = u.key_id
   where u.key_id not like '${SESSION_PREFIX}%' and u.key_id not like '${GRANT_PREFIX}%' and (k.key_id is null or coalesce(k.workspace_id, k.key_id) <> u.account_id)
  union all
  select u.request_id, 'an entry of a person in a browser', 'a known person, reading live for a workspace',
         u.key_id || ', reading ' || u.collection || ' for ' || u.account_id
    from usage_entry u
   where u.key_id like '${SESSION_PREFIX}%' and (u.collection <> 'live'
     or not exists (select 1 from user_account a where a.user_id = substr(u.key_id, ${SESSION_PREFIX.length + 1}))
     or not exists (select 1 from workspace w where w.workspace_id = u.account_id))
  union all
  select u.request_id, 'an entry of a chat', 'a grant of that workspace, reading live',
         u.key_id || ', reading ' || u.collection || ' for ' || u.account_id
    from usage_entry u
   where u.key_id like '${GRANT_PREFIX}%' and (u.collection <> 'live'
     or not exists (select 1 from oauth_grant g where g.grant_id = substr(u.key_id, ${GRANT_PREFIX.length + 1})
                       and (g.workspace_id = u.account_id or ${mayHaveChanged})))
  union all
  select u.request_id, 'the collection of an entry', k.collection, u.collection
    from usage_entry u join api_key k on k.key_id = u.key_id where k.collection <> u.collection
  union all
  select request_id, 'units of an entry in ' || collection, case collection when 'live' then '1' else '0' end, units::text
    from usage_entry where units <> case collection when 'live' then 1 else 0 end
  union all
  select s.account_id, 'an entry of an account that does not exist', 'an account', 'none'
    from (select distinct account_id from usage_entry where units > 0
          union select account_id from usage_day where units > 0) s
   where not exists (select 1 from account a where a.account_id = s.account_id)
  union all
  select request_id, 'the month of an entry', to_char(charged_at at time zone 'UTC', 'YYYY-MM-01'), month::text
    from usage_entry
   where month not between date_trunc('month', charged_at at time zone 'UTC')
                       and date_trunc('month', charged_at at time zone 'UTC') + interval '1 month'
  union all
  select request_id, 'an entry of the future', 'until ' || now()::text, charged_at::text
    from usage_entry where charged_at > now() + interval '5 minutes'
  union all
  select u.request_id, 'the request of an entry', coalesce(o.pattern, 'a known operation'), u.operation || ' ' || u.request
    from usage_entry u left join operation o on o.id = u.operation
   where o.id is null or split_part(u.request, chr(63), 1) !~ o.pattern`;

/** Sums of deleted entries follow the same rules as the entries. */
export const dayFaults = `
  with operation (id, pattern) as (values ${operations})
  select account_id as subject, 'units of a day in ' || collection as what,
         (case collection when 'live' then entries else 0 end)::text as expected, units::text as found
    from usage_day where units <> case collection when 'live' then entries else 0 end
  union all
  select account_id, 'what a day in ' || collection || ' was paid from', case collection when 'live' then 'a balance' else 'none' end,
         paid_from from usage_day
   where paid_from not in ('subscription', 'prepaid', 'none') or (paid_from = 'none') <> (collection = 'preview')
  union all
  select account_id, 'the period of a day', paid_from, period_id
    from usage_day where (paid_from = 'subscription') <> (period_id <> '')
  union all
  select account_id, 'the month of a day', case paid_from when 'prepaid' then day::text else '1970-01-01' end, month::text
    from usage_day
   where case paid_from when 'prepaid' then month not between date_trunc('month', day) and date_trunc('month', day) + interval '1 month'
                        else month <> '1970-01-01' end
  union all
  select account_id, 'the operation of a day', 'a known operation', d.operation
    from usage_day d where not exists (select 1 from operation o where o.id = d.operation)`;

/** Bytes match their digest, and records are there for as long as their bodies. */
const keptBytes = `
  select encode(digest, 'hex') as subject, 'kept bytes' as what, encode(digest, 'hex') as expected,
         encode(sha256(bytes), 'hex') as found
    from delivered_body where bytes is not null and sha256(bytes) <> digest`;

const keptRecords = `
  select encode(digest, 'hex') as subject, 'a kept record' as what, encode(digest, 'hex') as expected,
         encode(sha256(bytes), 'hex') as found
    from kept_record where bytes is not null and sha256(bytes) <> digest`;

const recordsOfBodies = `
  select encode(k.digest, 'hex') as subject, 'the records of a kept body' as what, (cardinality(k.texts) - 1)::text as expected,
         case r.kept when cardinality(k.texts) - 1 then octet_length(k.records) / 32 else r.kept end::text as found
    from (select digest, records, string_to_array(convert_from(frame, 'UTF8'), chr(1)) as texts
            from kept_body where frame is not null) k
   cross join lateral (
     select count(*) as kept
       from unnest(k.texts) with ordinality as p(text, place)
       join kept_record t on t.digest = substring(k.records from (p.place::integer - 1) * 32 + 1 for 32)) r
   where cardinality(k.texts) - 1 <> r.kept or cardinality(k.texts) - 1 <> octet_length(k.records) / 32`;

const daysOfRecords = `
  select encode(r.digest, 'hex') as subject, 'the last day of a kept record' as what,
         (k.kept_on - ${RECORD_NOTED_DAYS})::text as expected, r.kept_on::text as found
    from kept_body k
   cross join generate_series(0, octet_length(k.records) / 32 - 1) as n(place)
    join kept_record r on r.digest = substring(k.records from n.place * 32 + 1 for 32)
   where r.kept_on < k.kept_on - ${RECORD_NOTED_DAYS + 1}`;

/**
 * Every entry that can be replayed has its bytes for long enough, and they name the cutoff of their entry. Servers note
 * deliveries by their own clocks, so a day's difference is not a fault. Bodies are gathered first: on a cluster they lie
 * elsewhere than the entries.
 */
const bytesOfEntries = `
  with body as materialized (
    select digest, bytes is not null or removed_reason is not null as is_there, kept_on,
           substring(encode(bytes, 'escape') from '"as_of":"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)"') as as_of
      from delivered_body)
  select request_id as subject, 'the bytes of a replayable entry' as what, encode(digest, 'hex') as expected, 'none' as found
    from usage_entry u where charged_at > now() - interval '${REPLAY_DAYS} days'
     and not exists (select 1 from body b where b.digest = u.digest and b.is_there)
  union all
  select u.request_id, 'the last day of a replayable entry''s bytes', (u.charged_at at time zone 'UTC')::date::text, b.kept_on::text
    from usage_entry u join body b on b.digest = u.digest
   where u.charged_at > now() - interval '${REPLAY_DAYS} days' and b.kept_on < (u.charged_at at time zone 'UTC')::date - 1
  union all
  select u.request_id, 'the cutoff of a replayable entry', b.as_of, u.as_of::text
    from usage_entry u join body b on b.digest = u.digest where b.as_of::timestamptz <> u.as_of`;

/** Separate statements: a cluster takes no union of all. */
export const bodyFaults: readonly string[] = [keptBytes, keptRecords, recordsOfBodies, daysOfRecords, bytesOfEntries];

export const clockFaults = `
  select h.collection as subject, 'releases up to the head' as what, h.version::text as expected,
         count(r.version)::text || ', the newest ' || coalesce(max(r.version), 0)::text as found
    from head h left join release r on r.collection = h.collection group by h.collection, h.version
  having count(r.version) <> h.version or coalesce(max(r.version), 0) <> h.version
  union all
  select h.collection, 'the watermark is not before a release', max(r.effective_at)::text, h.watermark::text
    from head h join release r on r.collection = h.collection group by h.collection, h.watermark
  having max(greatest(r.effective_at, r.newest_observed_at)) > h.watermark
  union all
  select r.collection, 'releases take effect in their order', p.effective_at::text, r.effective_at::text
    from release r join release p on p.collection = r.collection and p.version = r.version - 1
   where p.effective_at >= r.effective_at`;
