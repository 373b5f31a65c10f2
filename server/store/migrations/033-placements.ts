// Entries that can lie with their account on a cluster, and bodies that each of its servers can put together.

export const placementSchema = {
  name: '033-placements',
  // An older server would record a payment twice: nothing else would stop it.
  breaking: true,
  statements: [
    // A unique key over all accounts. Shards of a cluster hold the entries of some accounts each, and none can hold it.
    `create table ledger_reference (
       origin text not null, reference text not null, account_id text collate "C" not null,
       entry_id text collate "C" not null, primary key (origin, reference))`,
    `insert into ledger_reference (origin, reference, account_id, entry_id)
     select origin, reference, account_id, entry_id from ledger_entry where reference is not null`,
    `alter table ledger_entry drop constraint ledger_entry_origin_reference_key`,
    `alter table ledger_entry drop constraint ledger_entry_pkey`,
    `alter table ledger_entry add primary key (account_id, entry_id)`,

    // The clock of the server that wrote last: an upsert of a cluster reads no clock itself.
    `alter table request_pace add column noted_at timestamptz(3)`,

    // The same rows. The texts of a frame are split outside of the look-up: a cluster takes no function there that the
    // encoding of a database could change.
    `create or replace view delivered_body as
     select k.digest, k.kept_on, k.removed_reason, coalesce(k.bytes, j.bytes) as bytes
       from (select digest, kept_on, removed_reason, bytes, records,
                    string_to_array(convert_from(frame, 'UTF8'), chr(1)) as texts
               from kept_body) k
       left join lateral (
         select case when count(*) = count(r.bytes) + 1
                     then string_agg(convert_to(p.text, 'UTF8') || coalesce(r.bytes, ''::bytea), ''::bytea order by p.place)
                end as bytes
           from unnest(k.texts) with ordinality as p(text, place)
           left join kept_record r on r.digest = substring(k.records from (p.place::integer - 1) * 32 + 1 for 32)
       ) j on k.texts is not null`,
  ],
};
