// Brief inside a chat (MCP Apps): it exchanges messages with the chat and contacts no address.
const PROTOCOL = '2026-01-26';
const waiting = new Map();
let asked = 0;
let canOpenLinks = false;

const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

function request(method, params) {
  asked += 1;
  send({ id: asked, method, params });
  return new Promise((resolve, reject) => waiting.set(asked, { resolve, reject }));
}

/** Text from other people stays text: no markup in it is interpreted. */
function element(name, attributes = {}, ...children) {
  const isDrawing = ['svg', 'path', 'line', 'text'].includes(name);
  const made = isDrawing ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const day = (instant) => String(instant).slice(0, 10);
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

function notesOf({ data_status: status, warnings, market_price: price }) {
  const market = status.market_freshness;
  const notes = [
    status.mode === 'preview' ? 'Preview: fictional people and companies.' : null,
    status.freshness === 'current' ? null : `Research is ${status.freshness}.`,
    status.coverage === 'complete' ? null : `Coverage is ${status.coverage}.`,
    market && market.status !== 'current' ? `Prices are ${market.status}: ${market.reason}` : null,
    price && price.status !== 'current' && !market ? `The price is ${price.status}.` : null,
    ...warnings.map(({ message }) => message),
  ];
  return notes.filter((note) => note !== null).map((note) => element('p', { class: 'note' }, note));
}

const H = 180;

function chartOf(chart, ticker) {
  if (!chart || chart.series.length < 2)
    return element('p', { class: 'soft' }, 'There is no chart: fewer than two sessions are priced in both series.');
  const { series } = chart;
  // As wide as the chat allows, so that the text keeps its size.
  const W = Math.round(Math.min(680, Math.max(260, document.body.clientWidth - 24)));
  const values = series.flatMap((point) => [point.security_index, point.benchmark_index]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [Date.parse(series[0].session_date), Date.parse(series.at(-1).session_date)];
  const x = (point) => 36 + ((Date.parse(point.session_date) - from) / Math.max(1, to - from)) * (W - 44);
  const y = (value) => 12 + (1 - (value - low) / Math.max(1e-9, high - low)) * (H - 40);
  const path = (index) =>
    series
      .map((point, place) => `${place === 0 ? 'M' : 'L'}${x(point).toFixed(1)} ${y(point[index]).toFixed(1)}`)
      .join('');
  const last = series.at(-1);
  const excess = `${last.excess_return_percent >= 0 ? '+' : ''}${last.excess_return_percent.toFixed(1)}`;
  const told = `${ticker} and SPY since ${day(series[0].session_date)}, both 100 there: ${last.security_index.toFixed(1)} and ${last.benchmark_index.toFixed(1)}, a difference of ${excess} points.`;
  const levels = [low, 100, high].filter((one, place, all) => one >= low && one <= high && all.indexOf(one) === place);
  return element(
    'div',
    {},
    element(
      'svg',
      { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': told },
      ...levels.flatMap((level) => [
        element('line', { class: 'grid', x1: 36, x2: W - 8, y1: y(level), y2: y(level) }),
        element('text', { x: 30, y: y(level) + 4, 'text-anchor': 'end' }, level.toFixed(0)),
      ]),
      element('path', { class: 'line benchmark', d: path('benchmark_index') }),
      element('path', { class: 'line security', d: path('security_index') }),
      element('text', { x: 36, y: H - 6 }, day(series[0].session_date)),
      element('text', { x: W - 8, y: H - 6, 'text-anchor': 'end' }, day(last.session_date)),
    ),
    element(
      'p',
      { class: 'key' },
      element('span', {}, element('b', {}, `— ${ticker} `), last.security_index.toFixed(1)),
      element('span', {}, element('i', {}, '- - SPY '), last.benchmark_index.toFixed(1)),
      element('span', { class: 'soft' }, `difference ${excess} points since ${day(series[0].session_date)}`),
    ),
  );
}

function sourceOf(brief, id) {
  const citation = brief.citations.find((one) => one.citation_id === id);
  if (citation === undefined) return null;
  const when = citation.published_at ?? citation.published_on ?? citation.observed_at;
  const name = `${citation.source_title ?? citation.source_url}, ${day(when)}`;
  const isWeb = /^https?:\/\//.test(citation.source_url);
  if (!canOpenLinks || !isWeb) return element('span', {}, `Source: ${name} (${citation.source_url})`);
  const button = element('button', { type: 'button', title: citation.source_url }, `Source: ${name}`);
  button.addEventListener('click', () => request('ui/open-link', { url: citation.source_url }).catch(() => undefined));
  return button;
}

/** An entity that is not a listing has no activity: only its first observation is known. */
function courseOf({ activity }, view) {
  const found = activity?.views.find(({ belief_id: id }) => id === view.belief_id);
  if (found === undefined) return ` · ${view.status} · first observed ${day(view.first_observed_at)}`;
  const stated = `${states.bases[found.direction_basis] ?? found.direction_basis}, last stated ${day(found.direction_last_stated_at)}`;
  return ` since ${day(found.direction_since)} · ${stated} · ${view.status}`;
}

/** Null if there is none in any direction. */
function byDirection(counts) {
  const some = states.directions.filter((direction) => counts[direction] > 0);
  return some.length === 0 ? null : some.map((direction) => `${counts[direction]} ${direction}`).join(', ');
}

/** One line. Without own research every number is zero, and the line is absent. */
function activityOf({ activity }) {
  if (!activity || activity.newest_observation_age_days === null) return null;
  const opened = byDirection(activity.opened);
  const turns = activity.turned.map(({ from, to, view_count: count }) => `${count} ${from} to ${to}`).join(', ');
  const silent = Object.values(activity.not_counting).reduce((sum, count) => sum + count, 0);
  const parts = [
    opened === null ? null : `opened ${opened}`,
    turns === '' ? null : `turned ${turns}`,
    ...['clarified', 'reversed', 'closed'].map((name) =>
      activity[`${name}_view_count`] > 0 ? `${name} ${activity[`${name}_view_count`]}` : null,
    ),
  ].filter((part) => part !== null);
  const [next] = activity.next_dated;
  const sentences = [
    `Last ${activity.window_days} days: ${parts.length > 0 ? parts.join('; ') : 'no change of mind'}.`,
    `People with a counting view: ${byDirection(activity.people) ?? 'none'}.`,
    silent === 0 ? null : `${counted(silent, 'open view')} ${silent === 1 ? 'does' : 'do'} not count.`,
    next === undefined ? null : `Dated next: ${day(next.due_on)}, ${next.kind}.`,
  ];
  return element('p', { class: 'soft' }, sentences.filter((one) => one !== null).join(' '));
}

function viewOf(brief, view) {
  return element(
    'article',
    { class: 'view' },
    element(
      'p',
      {},
      element('strong', {}, view.person.name),
      ' · ',
      element('span', { class: view.direction }, view.direction),
      courseOf(brief, view),
    ),
    element('p', {}, view.summary.text, view.summary.truncated ? ' …' : null),
    element('p', { class: 'soft' }, sourceOf(brief, view.source_citation_id)),
  );
}

function relatedOf({ related_context: related }, name) {
  const records = related?.related_beliefs ?? [];
  if (records.length === 0) return null;
  const others = [...new Set(records.map(({ ticker }) => ticker))].join(', ');
  return element(
    'p',
    { class: 'soft' },
    `Beside this, ${counted(records.length, 'record')} about other companies of the industry (${others}). None of them is a view of ${name}.`,
  );
}

function draw(brief) {
  const subject = brief.security ?? brief.entity ?? brief.subject ?? {};
  const name = subject.ticker ?? subject.name ?? 'this';
  const price = brief.market_price?.reference;
  const { returned_view_count: shown, released_record_count: released } = brief.coverage ?? {
    returned_view_count: brief.views.length,
    released_record_count: brief.views.length,
  };
  const main = document.getElementById('brief');
  main.replaceChildren(
    ...[
      element(
        'h1',
        {},
        subject.ticker ? `${subject.ticker} · ${subject.name ?? 'name unknown'}` : (subject.name ?? 'Name unknown'),
      ),
      element(
        'p',
        { class: 'soft' },
        `As of ${brief.as_of}`,
        price ? ` · ${price.price} ${price.currency}, close of ${price.session_date}` : null,
      ),
      ...notesOf(brief),
      'chart' in brief ? chartOf(brief.chart, name) : null,
      activityOf(brief),
      element('h2', {}, `${shown} of ${counted(released, 'released view')}`),
      ...brief.views.map((view) => viewOf(brief, view)),
      relatedOf(brief, name),
      element(
        'p',
        { class: 'soft' },
        'Quoted research of the people named. Not advice; a target is not an expected return.',
      ),
    ].filter((one) => one !== null),
  );
}

function say(text) {
  document.getElementById('brief').replaceChildren(element('p', { class: 'note' }, text));
}

const told = {
  'ui/notifications/tool-result': ({ structuredContent, isError, content }) => {
    if (isError || !structuredContent?.views) say(content?.[0]?.text ?? 'There is nothing to show.');
    else draw(structuredContent);
  },
  'ui/notifications/tool-cancelled': () => say('The request was cancelled.'),
  'ui/notifications/host-context-changed': (context) => dress(context),
};

function dress(context) {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme;
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.error !== undefined) reject?.(data.error);
    else resolve?.(data.result);
    return;
  }
  told[data.method]?.(data.params ?? {});
  // Every request of the chat (a ping, an end) gets an empty result.
  if (data.id !== undefined) send({ id: data.id, result: {} });
});

const started = await request('ui/initialize', {
  appInfo: { name: 'research-brief', version: '1.0.0' },
  appCapabilities: {},
  protocolVersion: PROTOCOL,
});
canOpenLinks = started?.hostCapabilities?.openLinks !== undefined;
dress(started?.hostContext);
send({ method: 'ui/notifications/initialized' });
new ResizeObserver(() => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  send({ method: 'ui/notifications/size-changed', params: { height } });
}).observe(document.documentElement);
