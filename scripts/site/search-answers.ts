// Words that people search for, by the place that answers them; elsewhere the same words are mentions.

export const answers: Readonly<Record<string, string>> = {
  '/docs/start#1-get-a-key': 'api key token',
  '/docs/charging#what-costs-what': 'price pricing cost quota',
  '/docs/charging#rate-limits': 'rate limit limits ratelimit throttle throttling 429 backoff',
  '/docs/charging#retry-without-fear': 'retry retries idempotency idempotent timeout',
  '/docs/charging#see-what-you-paid': 'receipt receipts invoice usage',
  '/docs/pagination': 'cursor page pages paging limit offset',
  '/docs/releases#into-a-webhook': 'webhook webhooks callback event events notification push',
  '/docs/releases#in-a-feed-reader': 'rss atom feed',
  '/docs/operate#statements-from-a-table': 'csv tsv xlsx excel spreadsheet upload',
  '/docs/point-in-time': 'as_of cutoff backtest history',
  '/docs/connect-a-chat': 'mcp oauth connector claude chatgpt',
};
