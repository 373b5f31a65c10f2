// Delivered pages with shared records: each record is stored once, and a page as its frame.

export const recordSchema = {
  name: '010-records',
  // For an older server, a page in parts has no bytes.
  breaking: true,
  statements: [
    // Shared records, by SHA-256. kept_on is the last day on which a server noted a use; bytes is null after a legal
    // removal.
    `create table kept_record (
       digest bytea primary key check (octet_length(digest) = 32), bytes bytea, kept_on date not null)`,

    // A body is its bytes, or a frame with U+0001 in place of each of its records, whose digests follow in their order.
    `alter table kept_body add column frame bytea, add column records bytea`,
    `alter table kept_body drop constraint kept_body_check`,
    `alter table kept_body add constraint kept_body_check
       check (num_nonnulls(bytes, frame, removed_reason) = 1 and (frame is null) = (records is null)) not valid`,

    // Every body as delivered; null if it or one of its records was removed.
    `create view delivered_body as
     select k.digest, k.kept_on, k.removed_reason, coalesce(k.bytes, j.bytes) as bytes
       from kept_body k
       left join lateral (
         select case when count(*) = count(r.bytes) + 1
                     then string_agg(convert_to(p.text, 'UTF8') || coalesce(r.bytes, ''::bytea), ''::bytea order by p.place)
                end as bytes
           from unnest(string_to_array(convert_from(k.frame, 'UTF8'), chr(1))) with ordinality as p(text, place)
           left join kept_record r on r.digest = substring(k.records from (p.place::integer - 1) * 32 + 1 for 32)
       ) j on k.frame is not null`,
  ],
  betterments: [`alter table kept_record alter column bytes set compression lz4`],
};
