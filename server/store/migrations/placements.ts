// Placement of every table on a cluster of PostgreSQL servers that runs Citus.

/**
 * `reference`: a copy on every server, so that every server reads and joins it alone. `by account`: the rows of one
 * account lie together on one server, and so a charge is a transaction of one server. `by digest`: spread by the
 * digest of the row. `local`: on the coordinator alone, for rows that are written often and joined with nothing.
 */
export type Placement = 'reference' | 'by account' | 'by digest' | 'local';

/** The column that decides the server of a row. */
export const placementColumns = { 'by account': 'account_id', 'by digest': 'digest' } as const;

const of = (placement: Placement, tables: string): [string, Placement][] =>
  tables.split(/\s+/).map((table) => [table, placement]);

export const placements: ReadonlyMap<string, Placement> = new Map([
  ...of('by account', 'account ledger_entry usage_entry usage_day'),
  // Records are shared by bodies, so each server has all of them: it puts a body together without asking another one.
  ...of('by digest', 'kept_body'),
  ...of('local', 'rate_window request_pace'),
  // The clock, staged records and the research: an answer joins them all.
  ...of('reference', 'head release staging_lock feed_file feed_run schema_migration cursor_key removal'),
  ...of('reference', 'staged staged_replaced staged_again import import_series import_price import_row import_name'),
  ...of('reference', 'record entity industry person source evidence citation belief revision belief_part'),
  ...of('reference', 'price_series price_vintage price split session kept_record'),
  ...of('reference', 'log_leaf log_node log_head log_identity log_key log_checkpoint log_signature log_witness'),
  // Callers and payers: a charge finds its account next to them.
  ...of('reference', 'api_key workspace user_account membership invitation sign_in_link browser_session device_cookie'),
  ...of('reference', 'device_grant oauth_client oauth_grant oauth_code oauth_token mail_outbox admin_event'),
  // Unique over all accounts.
  ...of('reference', 'checkout payment payment_reversal ledger_reference'),
]);
