// Documents as pages: every label has an icon and a word, no source can be a script, unknown values stay unknown.
import { describe, expect, it } from 'vitest';
import type { BriefFull, BriefOverview, Chart } from '../../../generated/api.ts';
import { html } from '../shell/html.ts';
import { openLive } from './address.ts';
import { briefPage } from './brief.ts';
import { changeText } from './drawing/say.ts';
import { drawing } from './drawing/chart-drawing.ts';
import { comparedTargets } from './drawing/targets-drawing.ts';
import { citesOf } from './citations.ts';
import { dayText, instantText } from '../shell/times.ts';
import { recordedDocument, recordedNames } from '../../testing/recordings.ts';

const recorded = (name: string) => recordedDocument<BriefFull | BriefOverview>(name);
const names = recordedNames.filter((name) => /-(overview|full)/.test(name) && 'views' in recorded(name));

function shown(brief: BriefFull | BriefOverview): string {
  const bytes = Buffer.from(JSON.stringify(brief));
  const called = {
    baseUrl: 'https://research.test',
    request: '/v1/brief',
    mode: 'preview',
    bytes,
    sha256: 'x',
  } as const;
  return briefPage({ brief, called, cutoff: html``, open: openLive }).text;
}

describe('the page of every recorded brief', () => {
  it('resolves each citation, has each id once, and gives every label an icon and a word', () => {
    let labels = 0;
    for (const name of names) {
      const page = shown(recorded(name));
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([name, ids.length]).toEqual([name, new Set(ids).size]);
      for (const [, to] of page.matchAll(/href="#([^"]+)"/g)) expect([name, ids.includes(to)]).toEqual([name, true]);
      for (const [, inside = ''] of page.matchAll(/<span class="label [a-z]+">([^]*?)<\/svg\s*>([^<]*)<\/span\s*>/g)) {
        expect(inside).toContain('class="heard"');
        labels += 1;
      }
      expect([name, /undefined|\[object|NaN|>null</.exec(page)?.[0]]).toEqual([name, undefined]);
    }
    expect([names.length > 40, labels > 1_000]).toEqual([true, true]);
  });

  it('holds every sentence of its document', () => {
    let sentences = 0;
    for (const name of names) {
      const { data_status: data, trade_state: state, views, warnings } = recorded(name);
      const page = shown(recorded(name));
      const said = [
        ...data.limitations,
        ...warnings.map(({ message }) => message),
        ...state.reasons.map(({ text }) => text),
        ...views.map(({ summary }) => summary.text),
      ];
      for (const sentence of said) {
        expect([name, page.includes(html`${sentence}`.text)]).toEqual([name, true]);
        sentences += 1;
      }
    }
    expect(sentences).toBeGreaterThan(300);
  });

  it('reads out in this order: name, price, sides, action, chart, views, conditions, other companies, sources', () => {
    const page = shown(recorded('KLPF-overview'));
    const parts = [...page.matchAll(/<(?:h1|h2) id="([^"]+)"/g)].map(([, id]) => id);
    const order = [
      'brief',
      'sides',
      'action',
      'chart',
      'views',
      'trade-state',
      'next',
      'activity',
      'related',
      'citations',
    ];
    expect(parts).toEqual([...order, 'as-data']);
    expect(page.indexOf('class="brief-price"')).toBeLessThan(page.indexOf('id="sides"'));
  });

  it('rounds a price for people, and keeps it exact in the markup', () => {
    const brief = recorded('KLPF-overview');
    const { reference } = brief.market_price;
    if (reference === null) throw new Error('the recorded brief has a price');
    for (const [exact, rounded] of [
      [362.281556, '362.28'],
      [1_204.5, '1,204.50'],
      [0.0123456, '0.01235'],
    ] as const) {
      const market_price = { ...brief.market_price, reference: { ...reference, price: exact } };
      expect(shown({ ...brief, market_price })).toContain(`<data value="${exact}">${rounded}</data> USD`);
    }
  });

  it('folds limitations behind their count, and never mode, coverage, freshness or the status of the price', () => {
    for (const name of names) {
      const brief = recorded(name);
      const page = shown(brief);
      const unfolded = page.replaceAll(/<details[^]*?<\/details>/g, '');
      const count = brief.data_status.limitations.length;
      if (count > 0) expect(page).toMatch(new RegExp(`${count} things? to know before relying on this`));
      for (const kind of ['Mode', 'Coverage', 'Freshness', 'Price', 'Trade state'])
        expect([name, kind, unfolded.includes(`<span class="heard">${kind}: </span>`)]).toEqual([name, kind, true]);
      for (const { message } of brief.warnings) expect(unfolded).toContain(html`${message}`.text);
    }
  });

  it('says of a stale price that it is stale, in words', () => {
    expect(shown(recorded('live-NWTB-overview-stale'))).toContain('This price is stale');
    expect(shown(recorded('NWTB-overview'))).not.toContain('This price is stale');
  });
});

const exact = { kind: 'text_quote', prefix: null, suffix: null } as const;

describe('a citation', () => {
  const [citation] = recorded('NWTB-overview').citations;
  if (citation === undefined) throw new Error('the recorded brief has citations');

  it('leads to its source, and to nothing where that is no page', () => {
    const real = { ...citation, source_url: 'https://ir.northwater.org/letter' };
    expect(citesOf([real]).list.text).toContain(
      `<a href="${real.source_url}" target="_blank" rel="noopener nofollow">`,
    );
    const script = { ...citation, source_url: 'javascript:alert(1)', source_title: '<img src=x onerror=alert(1)>' };
    expect(citesOf([script]).list.text).not.toMatch(/href=|<img/);
  });

  it('of a fictional source is no link, because no browser could open it', () => {
    for (const url of [
      'https://long-table.example/e/41',
      'https://a.test',
      'http://www.example.com/x',
      'https://b.invalid.',
    ])
      expect(citesOf([{ ...citation, source_url: url }]).list.text).toMatch(
        /Fictional source, nothing to open(?![^]*href="http)/,
      );
    expect(citesOf([{ ...citation, source_url: 'https://example.community/x' }]).list.text).toContain(
      'Verify at the source',
    );
  });

  it('names who says it and as what, and a quote in a view does so where it is not the person of the view', () => {
    const { author_name: _, ...unsigned } = { ...citation, source_type: 'filing' as const };
    expect(citesOf([{ ...citation, author_name: 'Orla Venn', source_type: 'letter' }]).list.text).toContain(
      'Orla Venn, author of the letter',
    );
    expect(citesOf([unsigned]).list.text).toContain('The filing itself; no author is recorded');
    const quoted = { ...citation, author_name: 'Orla Venn', locator: { ...exact, exact: 'Nine of eleven.' } };
    const by = (name: string): string =>
      String(citesOf([quoted]).quoteOf(citation.citation_id, { name, handle: null }));
    expect(by('Orla Venn')).toBe('“Nine of eleven.”');
    expect(by('Ben Pike')).toContain('Orla Venn, in the interview');
  });

  it('quotes exact words only: a rendering or a summary says that it is one', () => {
    for (const [kind, words] of [
      ['rendered', 'Rendered as'],
      ['summarised', 'Summarised as'],
    ] as const) {
      const page = citesOf([{ ...citation, locator: { kind, text: 'Sold a third, in plain words.' } }]).list.text;
      expect(page).toContain(`<p>${words}: Sold a third, in plain words.</p>`);
      expect(page).not.toMatch(/<blockquote|<mark/);
    }
  });

  it('that a document does not hold is said, and links nowhere', () => {
    expect(citesOf([citation]).to('cit_none').text).toBe(
      ' <span class="soft">[citation cit_none is not in this document]</span>',
    );
  });
});

describe('the chart', () => {
  const chart = recorded('KLPF-overview').chart as Chart;
  const size = { width: 760, height: 380, left: 40, right: 90, text: 13, months: 12, move: 13 };
  const horizons = [{ name: 'Orla Venn', from: '2026-03-02', until: '2027-01-15' }];
  const window = { ticker: 'KLPF', months: null, horizons, nameOf: (id: string) => `Author ${id.slice(-2)}` };

  it('draws every point, every move and the range of a horizon inside its field, and names months, 100 and the last values', () => {
    const drawn = drawing(chart, window, size, 'id').text;
    const [benchmark = '', security = ''] = [...drawn.matchAll(/ d="(M[^"]+)"/g)].map(([, path]) => path);
    for (const path of [security, benchmark]) {
      const points = path.slice(1).split('L');
      expect(points.length).toBe(chart.series.length);
      for (const point of points) {
        const [x = -1, y = -1] = point.split(',').map(Number);
        expect([x >= 0 && x <= 760, y >= 0 && y <= 380]).toEqual([true, true]);
      }
    }
    expect(drawn.match(/class="move (bullish|bearish|mixed|unclear)"/g)?.length).toBe(chart.markers.length);
    for (const said of ['>100</text>', '>2026</text>', 'Orla Venn: horizon to 15 Jan 2027', 'KLPF <tspan'])
      expect([said, drawn.includes(said)]).toEqual([said, true]);
    expect(drawn).toContain(`<tspan class="number">${chart.series.at(-1)?.security_index.toFixed(1)}</tspan>`);
  });

  it('holds the exact values of each session for a script, and only the sessions of its window', () => {
    const pointsOf = (months: number | null): string[] =>
      /data-points="([^"]+)"/.exec(drawing(chart, { ...window, months }, size, 'id').text)?.[1]?.split(';') ?? [];
    expect(pointsOf(null).map((point) => point.split(' ').slice(3).join(' '))).toEqual(
      chart.series.map((one) => `${one.session_date} ${one.security_index} ${one.benchmark_index}`),
    );
    const last = chart.series.at(-1)?.session_date ?? '';
    const quarter = pointsOf(3).map((point) => point.split(' ')[3] ?? '');
    expect(quarter.at(-1)).toBe(last);
    expect(quarter[0] !== undefined && quarter[0] >= `${last.slice(0, 5)}06-30`).toBe(true);
    expect(quarter.length).toBeLessThan(chart.series.length / 2);
  });

  it('stands a move above another one that it would cover, in the shape of its direction', () => {
    const [marker] = chart.markers;
    if (marker === undefined) throw new Error('the recorded chart has moves');
    const markers = (['bullish', 'bearish', 'mixed', 'unclear'] as const).map((direction) => ({
      ...marker,
      direction,
    }));
    const drawn = drawing({ ...chart, markers }, window, size, 'id').text;
    const places = [...drawn.matchAll(/class="icon" transform="translate\(([^)]+)\)/g)].map(([, place]) => place);
    expect([places.length, new Set(places).size]).toEqual([4, 4]);
    expect(
      new Set([...drawn.matchAll(/<(path|circle) [^>]*?(d="[^"]+"|r="5.5")/g)].map(([, , shape]) => shape)).size,
    ).toBeGreaterThan(4);
  });

  it('of a flat price, and of one that rose a thousandfold, has a scale all the same', () => {
    for (const last of [100, 100_000, 0.01]) {
      const [first, ...rest] = chart.series.slice(0, 2);
      if (first === undefined || rest[0] === undefined) throw new Error('a chart has two points');
      const series = [first, { ...rest[0], security_index: last, benchmark_index: 100 }];
      expect(drawing({ series, markers: [] }, window, size, 'id').text).not.toMatch(/NaN|Infinity/);
    }
  });

  it('keeps targets apart, on the price that they compare with, at their distance from it', () => {
    const { theses, views } = recordedDocument<BriefFull>('NWTB-full');
    const text = comparedTargets(theses, views, citesOf(recorded('NWTB-full').citations)).text;
    const found = theses
      .flatMap(({ price_opportunity: one }) => one?.targets ?? [])
      .filter((one) => one.current_price !== null);
    expect([found.length > 0, text.match(/<line class="target"/g)?.length]).toEqual([true, found.length * 2]);
    expect(text).toContain('no expected return');
    expect(comparedTargets([], views, citesOf([])).text).toBe('');
  });
});

it('writes days, instants and percents in one way', () => {
  expect([dayText('2026-09-01'), instantText('2026-09-10T20:30:59.999Z')]).toEqual([
    '1 Sep 2026',
    '10 Sep 2026, 20:30 UTC',
  ]);
  expect([1.005, -2.5, 0, -0.01].map(changeText)).toEqual(['+1.0 %', '−2.5 %', '0.0 %', '0.0 %']);
});
