/** Support for tests: a change for every column that the audit can find out about, and those that nothing else says. */

export type Corruption = { table: string; column: string; to: string; where: string; names: RegExp };

const of = (table: string, where: string, columns: Record<string, [to: string, names: RegExp]>) =>
  Object.entries(columns).map(([column, [to, names]]) => ({ table, column, to, where, names }));

/** For each column that something else in the store says too: what it is changed to, and what the audit says then. */
export const corruptions = [
  ...of('account', `account_id = 'WORKSPACE'`, {
    account_id: [`'ws_elsewhere'`, /ws_elsewhere: prepaid requests left: expected 0, found 17/],
    plan: [`'monthly'`, /: plan: expected annual, found monthly/],
    period_id: [`'led_elsewhere'`, /: the running period: expected led_4, found led_elsewhere/],
    period_ends_at: [`'2027-01-01Z'`, /: end of the period: expected 2998/],
    allowance: ['2', /: requests of the subscription: expected 1, found 2/],
    allowance_used: ['0', /: requests used of the subscription: expected 1, found 0/],
    prepaid: ['18', /: prepaid requests left: expected 17, found 18/],
    spend_limit: ['4', /: spend limit: expected 3, found 4/],
    spend_month: [`(spend_month - interval '1 month')::date`, /: prepaid requests spent in .*: expected 0, found 2/],
    spend_used: ['1', /: prepaid requests spent in .*: expected 2, found 1/],
  }),
  ...of('ledger_entry', `entry_id = 'led_4'`, {
    entry_id: [`'led_9'`, /: the running period: expected led_9, found led_4/],
    account_id: [`'OTHER'`, /: the running period: expected led_4, found null/],
    ends_at: [`'2027-01-01Z'`, /: end of the period: expected 2027/],
    plan: [`'monthly'`, /: plan: expected monthly, found annual/],
    units: ['5', /: requests of the subscription: expected 5, found 1/],
    recorded_at: [`'2025-01-01Z'`, /: the running period: expected led_/],
  }),
  ...of('ledger_entry', `entry_id = 'led_2'`, {
    kind: [`'spend_limit'`, /: prepaid requests left: expected -3, found 17/],
    origin: [`'elsewhere'`, /led_2 of ws_\w+: the reference of an entry: expected elsewhere led_2, found test led_2/],
    reference: [`'led_9'`, /led_2 of ws_\w+: the reference of an entry: expected test led_9, found test led_2/],
  }),
  ...of('ledger_reference', `reference = 'led_2'`, {
    origin: [`'elsewhere'`, /led_2 of ws_\w+: the reference of an entry: expected test led_2, found elsewhere led_2/],
    reference: [`'led_9'`, /led_2 of ws_\w+: the reference of an entry: expected test led_2, found test led_9/],
    account_id: [`'OTHER'`, /led_2 of ws_\w+: the reference of an entry: expected test led_2, found none/],
    entry_id: [`'led_9'`, /led_9 of ws_\w+: the reference of an entry: expected no such entry, found test led_2/],
  }),
  ...of('ledger_entry', `entry_id = 'led_7'`, {
    taken_from: [`'led_9'`, /: units taken back of an entry that the account does not have: expected 0, found 2/],
  }),
  ...of('usage_entry', `request_id = 'b2'`, {
    account_id: [`'OTHER'`, /b2: an entry of a key that does not belong to its account/],
    operation: [`'getBelief'`, /b2: the request of an entry: .*found getBelief \/v1\/brief/],
    request: [`'/v1/sources'`, /b2: the request of an entry: .*found getBrief \/v1\/sources/],
    collection: [`'preview'`, /b2: the collection of an entry: expected live, found preview/],
    key_id: [`'key_elsewhere'`, /b2: an entry of a key .*found no such key/],
    month: [`(month - interval '1 month')::date`, /b2: the month of an entry/],
    charged_at: [`now() + interval '40 days'`, /b2: an entry of the future/],
    as_of: [`'2025-01-01Z'`, /b2: the cutoff of a replayable entry: expected 2026-01-05/],
    digest: [`'\\x00'`, /b2: the bytes of a replayable entry: expected 00, found none/],
  }),
  ...of('usage_entry', `request_id = 'b1'`, {
    period_id: [`'led_2'`, /: units charged to a period that was never granted: expected 0, found 1/],
  }),
  ...of('usage_day', `paid_from = 'prepaid'`, {
    account_id: [`'OTHER'`, /: prepaid requests left: expected 18, found 17/],
    day: [`day + 40`, /: the month of a day/],
    month: [`(month - interval '1 month')::date`, /: the month of a day/],
    units: ['2', /: units of a day in live: expected 1, found 2/],
    entries: ['2', /: units of a day in live: expected 2, found 1/],
    operation: [`'getNothing'`, /: the operation of a day: expected a known operation, found getNothing/],
    collection: [`'preview'`, /: units of a day in preview: expected 0, found 1/],
    paid_from: [`'subscription'`, /: the period of a day/],
  }),
  ...of('usage_day', `paid_from = 'subscription'`, {
    period_id: [`'led_2'`, /: units charged to a period that was never granted: expected 0, found 2/],
  }),
  ...of('kept_body', 'frame is not null', {
    frame: [`convert_to('{"as_of":1}', 'UTF8')`, /: the records of a kept body: expected 0, found 1/],
    records: [`sha256('another')`, /: the records of a kept body: expected 1, found 0/],
  }),
  ...of('kept_record', 'true', {
    digest: [`sha256('another')`, /: the records of a kept body: expected 1, found 0/],
    bytes: [`'\\x00'`, /: a kept record: expected/],
    kept_on: [`kept_on - 9`, /: the last day of a kept record/],
  }),
  ...of('kept_body', 'bytes is not null', {
    digest: [`'\\x00'`, /: kept bytes: expected 00/],
    bytes: [`'\\x00'`, /: kept bytes: expected/],
    kept_on: [`kept_on - 3`, /: the last day of a replayable entry's bytes/],
  }),
  ...of('api_key', `key_id = 'KEY'`, {
    key_id: [`'key_elsewhere'`, /: an entry of a key .*found no such key/],
    collection: [`'preview'`, /: the collection of an entry: expected preview, found live/],
    workspace_id: [`'OTHER'`, /: an entry of a key that does not belong to its account/],
  }),
  ...of('head', `collection = 'live'`, {
    version: ['3', /live: releases up to the head: expected 3, found 2/],
    watermark: [`'2026-01-01Z'`, /live: the watermark is not before a release/],
  }),
  ...of('release', `version = 2`, {
    collection: [`'preview'`, /releases up to the head/],
    version: ['3', /live: releases up to the head: expected 2, found 2, the newest 3/],
    effective_at: [`'2026-01-01Z'`, /live: releases take effect in their order/],
    newest_observed_at: [`'2999-01-01Z'`, /live: the watermark is not before a release/],
  }),
];

/** Columns of which the database itself refuses any other value, given the rest of the row. */
export const refused = of('usage_entry', `request_id = 'p2'`, {
  units: ['1', /23514/],
  paid_from: [`'prepaid'`, /23514/],
});

/** Columns that nothing else in the store says: a change of them is a change of what there is to know. */
export const saidOnce: Record<string, string> = {
  account: '',
  ledger_entry: 'starts_at',
  ledger_reference: '',
  usage_entry: 'request_id fingerprint',
  usage_day: '',
  kept_body: 'removed_reason',
  kept_record: '',
  api_key:
    'key_sha256 hint name made_by created_by acquisition_id created_at last_used_at revoked_at expires_at operations minute_max',
  head: 'collection corpus_hash removals',
  release: 'recorded_at kind trade_state_policy report',
};
