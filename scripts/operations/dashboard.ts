// Dashboard of the service as data, row by row, the source of dashboard.json for Grafana.

export type Panel = {
  title: string;
  /** The Grafana name of a unit. */
  unit: 'reqps' | 's' | 'short' | 'bytes' | 'percentunit' | 'cps';
  series: readonly { expr: string; legend: string }[];
};

const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[5m]))`;
const quantile = (q: number, metric: string, by = 'le'): string =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${metric}_bucket[5m])))`;
const one = (expr: string, legend: string): Panel['series'] => [{ expr, legend }];

export const rows: readonly { title: string; panels: readonly Panel[] }[] = [
  {
    title: 'Requests',
    panels: [
      {
        title: 'Answered, by operation',
        unit: 'reqps',
        series: one(rate('research_requests_total', 'operation'), '{{operation}}'),
      },
      {
        title: 'Refused, by code',
        unit: 'reqps',
        series: [
          { expr: rate('research_requests_total{code!=""}', 'code'), legend: '{{code}}' },
          { expr: rate('research_unrouted_total', 'code'), legend: 'no operation: {{code}}' },
        ],
      },
      {
        title: 'Time of an answer',
        unit: 's',
        series: [0.5, 0.95, 0.99].map((q) => ({
          expr: quantile(q, 'research_request_seconds'),
          legend: `p${q * 100}`,
        })),
      },
      {
        title: 'Time at p99, by operation',
        unit: 's',
        series: one(quantile(0.99, 'research_request_seconds', 'le, operation'), '{{operation}}'),
      },
      { title: 'Turned away (503)', unit: 'reqps', series: one(rate('research_sheds_total', 'reason'), '{{reason}}') },
      { title: 'Failures', unit: 'cps', series: one(rate('research_failures_total', 'kind'), '{{kind}}') },
    ],
  },
  {
    title: 'Charging',
    panels: [
      {
        title: 'Charged, by door and operation',
        unit: 'cps',
        series: one(rate('research_charges_total', 'door, operation'), '{{door}} {{operation}}'),
      },
      { title: 'Replays', unit: 'cps', series: one(rate('research_replays_total', 'operation'), '{{operation}}') },
      {
        title: 'Charges in a batch',
        unit: 'short',
        series: [0.5, 0.99].map((q) => ({ expr: quantile(q, 'research_charge_batch_size'), legend: `p${q * 100}` })),
      },
      {
        title: 'Time of a batch',
        unit: 's',
        series: one(quantile(0.99, 'research_charge_batch_seconds', 'le, outcome'), 'p99 {{outcome}}'),
      },
      {
        title: 'Found in memory',
        unit: 'percentunit',
        series: one(
          'sum by (cache) (rate(research_cache_lookups_total{outcome="hit"}[5m])) / ' +
            'sum by (cache) (rate(research_cache_lookups_total[5m]))',
          '{{cache}}',
        ),
      },
      { title: 'Bytes in memory', unit: 'bytes', series: one('sum by (cache) (research_cache_bytes)', '{{cache}}') },
    ],
  },
  {
    title: 'Research',
    panels: [
      { title: 'Age of the newest release', unit: 's', series: one('research_release_age_seconds', '{{collection}}') },
      { title: 'Release', unit: 'short', series: one('research_release_version', '{{collection}}') },
      {
        title: 'Watermark',
        unit: 's',
        series: [
          { expr: 'research_watermark_age_seconds', legend: 'age {{collection}}' },
          { expr: 'research_watermark_lag_seconds', legend: 'overdue {{collection}}' },
        ],
      },
      {
        title: 'Sessions that a feed is behind',
        unit: 'short',
        series: one('research_feed_sessions_behind', '{{collection}} {{provider}}'),
      },
      {
        title: 'Stale series',
        unit: 'short',
        series: [
          { expr: 'research_feed_stale_series', legend: 'stale {{collection}} {{provider}}' },
          { expr: 'research_feed_series', legend: 'all {{collection}} {{provider}}' },
        ],
      },
      {
        title: 'Age of the newest price and observation',
        unit: 's',
        series: [
          { expr: 'research_feed_priced_age_seconds', legend: '{{collection}} {{provider}}' },
          { expr: 'research_observation_age_seconds', legend: 'observed {{collection}}' },
        ],
      },
      {
        title: 'Records left out of lists',
        unit: 'short',
        series: one('sum by (list) (increase(research_records_left_out_total[1h]))', '{{list}}'),
      },
      { title: 'Moves of the watermark', unit: 'cps', series: one('sum(rate(research_ticks_total[1h]))', 'ticks') },
      {
        title: 'Days that the calendar knows ahead',
        unit: 's',
        series: one('research_calendar_remaining_seconds', '{{collection}}'),
      },
    ],
  },
  {
    title: 'People and chats',
    panels: [
      {
        title: 'Sign-ins',
        unit: 'cps',
        series: one(
          rate('research_security_events_total{event=~"signed-in|sign-in-refused"}', 'event, how'),
          '{{event}} {{how}}',
        ),
      },
      {
        title: 'Device logins',
        unit: 'cps',
        series: one(rate('research_device_logins_total', 'outcome'), '{{outcome}}'),
      },
      {
        title: 'Chats and tokens',
        unit: 'cps',
        series: one(
          rate('research_security_events_total{event=~"chat-.*|token-.*"}', 'event, how'),
          '{{event}} {{how}}',
        ),
      },
    ],
  },
  {
    title: 'Processes',
    panels: [
      {
        title: 'Connections',
        unit: 'short',
        series: one('sum by (pool, state) (research_store_connections)', '{{pool}} {{state}}'),
      },
      { title: 'CPU', unit: 'percentunit', series: one('rate(process_cpu_seconds_total[5m])', '{{instance}}') },
      { title: 'Memory', unit: 'bytes', series: one('process_resident_memory_bytes', '{{instance}}') },
      { title: 'Event loop', unit: 's', series: one('nodejs_eventloop_lag_p99_seconds', 'p99 {{instance}}') },
      {
        title: 'Since tidying',
        unit: 's',
        series: one('time() - max(research_tidied_timestamp_seconds)', 'seconds'),
      },
    ],
  },
];
