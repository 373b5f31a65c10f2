// Alert rules as data, the source of alerts.yaml for Prometheus.

/** page: now, at any hour. ticket: within a working day. */
export type Severity = 'page' | 'ticket';

export type Alert = {
  name: string;
  /** A PromQL expression. */
  expr: string;
  /** Time for which the condition must hold. */
  for: string;
  severity: Severity;
  /** Meaning of the alert, in one sentence. The runbook has a chapter of the same name with the actions. */
  means: string;
};

const reading =
  'status_class="2xx",operation=~"getBrief|getBelief|listBeliefs|listSources|getSource|listEvidence|getEvidence|listChanges"';

const quantile = (metric: string, labels: string): string =>
  `histogram_quantile(0.99, sum by (le) (rate(${metric}_bucket{${labels}}[5m])))`;

export const alerts: readonly Alert[] = [
  {
    name: 'ServiceDown',
    expr: 'up{job="research"} == 0',
    for: '1m',
    severity: 'page',
    means: 'No metrics come from a server: its process has ended, hangs, or cannot be reached.',
  },
  {
    name: 'ServiceFails',
    expr: 'sum(increase(research_failures_total{kind="unexpected"}[10m])) > 0',
    for: '0m',
    severity: 'page',
    means: 'A request met a fault of the service and was answered 500.',
  },
  {
    name: 'RecordsLeftOut',
    expr: 'sum(increase(research_records_left_out_total[1h])) > 0',
    for: '0m',
    severity: 'ticket',
    means: 'A list was answered without a record that does not fit the contract.',
  },
  {
    name: 'StoreAway',
    expr: 'sum(rate(research_sheds_total{reason="store"}[1m])) > 0',
    for: '1m',
    severity: 'page',
    means: 'The database does not answer: calls are answered 503 and nothing is charged.',
  },
  {
    name: 'ChargesFail',
    expr: 'sum(increase(research_charge_batch_seconds_count{outcome="failed"}[5m])) > 5',
    for: '2m',
    severity: 'page',
    means: 'Charges cannot be written, so no metered call is answered.',
  },
  {
    name: 'TurnedAway',
    expr: 'sum by (reason) (rate(research_sheds_total{reason=~"in-work|building"}[5m])) > 1',
    for: '5m',
    severity: 'page',
    means: 'Requests exceed the capacity of the servers: callers are asked to retry later.',
  },
  {
    name: 'AnswersSlow',
    expr: `${quantile('research_request_seconds', reading)} > 0.5`,
    for: '10m',
    severity: 'ticket',
    means: 'One answer in a hundred takes longer than half a second.',
  },
  {
    name: 'ChargesSlow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(research_charge_batch_seconds_bucket[5m]))) > 0.25',
    for: '10m',
    severity: 'ticket',
    means: 'The statement that charges waits: for its disk, for a lock, or for a replica that confirms commits.',
  },
  {
    name: 'ConnectionsShort',
    expr: 'min_over_time(research_store_connections{state="waiting"}[5m]) > 0',
    for: '5m',
    severity: 'ticket',
    means: 'Requests wait for a connection of the pool all the time.',
  },
  {
    name: 'LoopDelayed',
    expr: 'nodejs_eventloop_lag_p99_seconds > 0.1',
    for: '5m',
    severity: 'ticket',
    means: 'A process does one thing for so long that everything else waits.',
  },
  {
    name: 'MemoryGrows',
    expr: 'process_resident_memory_bytes > 1.5e9',
    for: '30m',
    severity: 'ticket',
    means: 'The server holds three times what its caches may take; where it reads a replica too, about twice.',
  },
  {
    name: 'FeedStopped',
    expr: 'research_feed_sessions_behind{collection="live"} > 1',
    for: '1h',
    severity: 'ticket',
    means: 'A provider has brought no price of the last two sessions: briefs say that their prices are stale.',
  },
  {
    name: 'SeriesStale',
    expr: 'research_feed_stale_series{collection="live"} / research_feed_series{collection="live"} > 0.2',
    for: '6h',
    severity: 'ticket',
    means: 'A fifth of the series of a provider lag behind the others.',
  },
  {
    name: 'FolderRefused',
    expr: 'research_folder_refused_files > 0 or research_folder_failed > 0',
    for: '15m',
    severity: 'ticket',
    means: 'The daily routine refused a file or could not release: the command feed and the desk say which and why.',
  },
  {
    name: 'FolderStopped',
    expr: 'research_folder_run_age_seconds > 90000',
    for: '15m',
    severity: 'ticket',
    means: 'The daily routine has not run for a day: look at its timer.',
  },
  {
    name: 'ReleaseOld',
    expr: 'research_release_age_seconds{collection="live"} > 604800',
    for: '1h',
    severity: 'ticket',
    means: 'Nothing has been released for a week.',
  },
  {
    name: 'WatermarkStands',
    expr:
      'max by (collection) (research_watermark_lag_seconds{collection="live"}) > 900 ' +
      'and on () sum(rate(research_charges_total[15m])) > 0',
    for: '10m',
    severity: 'page',
    means: 'A session has closed and answers are asked for, but the newest settled cutoff does not move.',
  },
  {
    name: 'CalendarEnds',
    expr: 'research_calendar_remaining_seconds{collection="live"} < 5184000',
    for: '1h',
    severity: 'ticket',
    means: 'The session calendar ends within sixty days; behind its end no price counts as fresh.',
  },
  {
    name: 'PasswordsGuessed',
    expr: 'sum(rate(research_security_events_total{event="sign-in-refused"}[10m])) > 0.5',
    for: '10m',
    severity: 'ticket',
    means: 'Sign-ins are refused every other second: passwords are being guessed.',
  },
  {
    name: 'GuessingSpread',
    expr: 'sum(increase(research_security_events_total{event="guessing-alarm"}[1h])) > 0',
    for: '0m',
    severity: 'ticket',
    means:
      'Many addresses guess the password of one user, or many accounts guess user codes. This blocks no other caller.',
  },
  {
    name: 'TokenStolen',
    expr: 'sum(increase(research_security_events_total{event="chat-ended",how="reuse"}[1h])) > 0',
    for: '0m',
    severity: 'ticket',
    means: 'A code or refresh token of a chat came a second time. Its connection has been ended.',
  },
  {
    name: 'KeysGuessed',
    expr: 'sum(rate(research_requests_total{status="401"}[10m])) > 5',
    for: '10m',
    severity: 'ticket',
    means: 'Unknown keys come in numbers: a customer runs on a revoked key, or keys are being guessed.',
  },
  {
    name: 'NotTidied',
    expr: 'time() - max(research_tidied_timestamp_seconds) > 10800',
    for: '30m',
    severity: 'ticket',
    means: 'What is kept for a time only has not been looked through for three hours.',
  },
];
