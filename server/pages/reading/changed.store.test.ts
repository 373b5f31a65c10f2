// Changes since a day on the page of a brief: free in the preview, one request of live research.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangesPage } from '../../../generated/api.ts';
import { statement } from '../../ingest/testing/loading.ts';
import { importRecords } from '../../ingest/records/import-records.ts';
import { release } from '../../ingest/release/release.ts';
import { type ReadingSite, baseUrl, led, openReading } from '../../testing/reading.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReading();
});
afterAll(() => site.close());

describe('the preview', () => {
  it('lists what changed since a day with its sources, up to the cutoff, and keeps the day when the cutoff moves', async () => {
    const { status, text } = await site.get('/brief/NWTB?mode=preview&as_of=2025-02-20&since=2024-01-01');
    const [section = ''] = /<section class="card changed"[^]*?<\/section>/.exec(text) ?? [];
    expect(status).toBe(200);
    expect(section).toMatch(/Ines Valdermark: bullish, active[^]*View opened<\/span>/);
    expect(section).toContain('href="#cite-1"');
    expect(section).not.toContain('Sun-ha Brevik');
    expect(text).toMatch(/name="since" value="2024-01-01"/);
    const later = await site.get('/brief/NWTB?mode=preview&since=2024-01-01&detail=overview');
    for (const [, to] of later.text.matchAll(/href="#([^"]+)"/g)) expect(later.text).toContain(` id="${to}"`);
    const ids = [...later.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });

  it('marks what changed where it stands: the action, the views, the conditions', async () => {
    const { text } = await site.get('/brief/NWTB?mode=preview&since=2025-02-20');
    const plain = await site.get('/brief/NWTB?mode=preview');
    const marks = (page: string): number => page.match(/Changed: <\/span>/g)?.length ?? 0;
    expect(text).toMatch(
      /Trade state: <\/span>[^]*?BUY<\/span>\s*<span class="label warn"><span class="heard">Changed: <\/span>[^]*?was WAIT/,
    );
    expect(text).toMatch(/Ines Valdermark<\/strong>\s*<span class="label warn">/);
    expect([marks(text) > 5, marks(plain.text)]).toEqual([true, 0]);
  });

  it('takes any day, dates what is computed by both cutoffs, and leads to the address of a list of days', async () => {
    const form = await site.get(
      '/brief/NWTB?mode=preview&as_of=&day=&since=2026-02-18T23:59:59.999Z&since_day=2025-02-20',
    );
    expect([form.status, form.headers.get('location')]).toEqual([
      303,
      '/brief/NWTB?mode=preview&since=2025-02-20T23%3A59%3A59.999Z',
    ]);
    const { text } = await site.get(form.headers.get('location') ?? '');
    const [section = ''] = /<section class="card changed"[^]*?<\/section>/.exec(text) ?? [];
    expect(section).toMatch(/Verdict<\/span>[^]*?WAIT → BUY[^]*?between <time datetime="2025-02-20">/);
    for (const [one] of section.matchAll(/<li>[^]*?<\/li>/g)) expect(one).toContain('<time');
    expect(section).toMatch(/name="since_day" type="date" min="2025-02-11" max="\d{4}-\d\d-\d\d"/);
  });

  it('counts what changed, and says at the day what is wrong with it', async () => {
    const answer = site.serving.answers.changes('preview', {
      tickers: 'NWTB',
      since: '2020-01-01T23:59:59.999Z',
      limit: 50,
    });
    const { data } = JSON.parse((await answer).bytes.toString()) as ChangesPage;
    const { text } = await site.get('/brief/NWTB?mode=preview&since=2020-01-01');
    expect(text).toContain(`${data.changes.length} changes from`);
    for (const [since, said] of [
      ['2025-02-30', 'A cutoff is a day such as'],
      ['2099-01-01', 'until is not after since'],
      ['2025-02-20', 'until is not after since'],
    ] as const) {
      const refused = await site.get(`/brief/NWTB?mode=preview&as_of=2025-02-20&since=${since}`);
      expect([since, refused.status, refused.text.includes(said)]).toEqual([since, 200, true]);
    }
  });
});

describe('live research', () => {
  it('shows what changed since a day for one more request, at an address that shows it again for nothing', async () => {
    const { open, read, left } = await site.person({ prepaid: 2 });
    const brief = led(await open('/brief/NWTB', { as_of: '2025-02-20' }));
    const id = new URL(brief, baseUrl).searchParams.get('request') ?? '';
    expect(await left()).toBe(1);
    const fields = { since: '2024-01-01', brief: id };
    const opened = await open('/brief/NWTB', fields);
    expect(led(opened)).toMatch(/^\/brief\/NWTB\?request=page-[0-9a-f]{32}&changes=page-[0-9a-f]{32}#changed$/);
    expect(led(await open('/brief/NWTB', fields))).toBe(led(opened));
    const { text } = await read(led(opened));
    expect(text).toMatch(/Ines Valdermark: bullish, active[^]*View opened<\/span>/);
    expect([text.includes('Sun-ha Brevik'), await left()]).toEqual([false, 0]);
    const other = await site.person({ prepaid: 1 });
    expect((await other.read(led(opened))).text).not.toContain('View opened');
    const unpaid = await open('/brief/NWTB', { ...fields, since: '2024-06-01' });
    expect([unpaid.status, unpaid.text.includes('nothing was charged')]).toEqual([402, true]);
    expect((await open('/brief/NWTB', { ...fields, since: 'spring' })).status).toBe(400);
    expect(led(await other.open('/brief/NWTB', fields))).toBe('/brief/NWTB');
    expect([await left(), await other.left()]).toEqual([0, 1]);
    const foreign = await read(led(opened).replace(/changes=page-[0-9a-f]{32}/, 'changes=made-up'));
    expect(foreign.text).toContain('These changes were not opened by a workspace of yours');
  });
});

describe('more changes than one page holds', () => {
  /** People who each state one view of one listing. */
  const people = Array.from({ length: 60 }, (_, at) => `Person ${String(at).padStart(2, '0')}`);

  it('are opened page by page, each for one request, and every change stands on one of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'changes-'));
    try {
      const lines = people.map((name, at) =>
        JSON.stringify(statement(`far:${at}`, { person: { id: `p:far-${at}`, name }, security: { ticker: 'ZFAR' } })),
      );
      await writeFile(join(folder, 'far.ndjson'), `${lines.join('\n')}\n`);
      const loading = { db: site.store.db, collection: 'live', dryRun: false } as const;
      await importRecords(loading, join(folder, 'far.ndjson'), 'statements');
      await release(site.store.db, { collection: 'live', effectiveAt: '2026-11-01T12:00:00.000Z' });
    } finally {
      await rm(folder, { recursive: true });
    }
    const { open, read, left } = await site.person({ prepaid: 4 });
    const brief = led(await open('/brief/ZFAR', {}));
    const id = new URL(brief, baseUrl).searchParams.get('request') ?? '';
    const first = await read(led(await open('/brief/ZFAR', { since: '2020-01-01', brief: id })));
    expect(first.text).toMatch(/50 changes from [^]*?There are more\./);
    const [form = ''] = /<form[^>]*>(?:(?!<\/form>)[^])*Further changes[^]*?<\/form>/.exec(first.text) ?? [];
    const hidden = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(Object.keys(hidden).toSorted()).toEqual(expect.arrayContaining(['brief', 'cursor', 'since']));
    const second = await read(led(await open('/brief/ZFAR', hidden)));
    expect(second.text).toContain('15 further changes from');
    expect(second.text).not.toMatch(/Further changes|There are more/);
    expect(await left()).toBe(1);
    const named = (text: string): string[] => {
      const [section = ''] = /<section class="card changed"[^]*?<\/section>/.exec(text) ?? [];
      return people.filter((name) => section.includes(`${name}: bullish, active`));
    };
    expect([...named(first.text), ...named(second.text)].toSorted()).toEqual(people);
  });
});
