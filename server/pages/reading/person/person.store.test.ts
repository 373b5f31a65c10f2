// People's views over HTTP: a free preview for everyone, and a live page charged like a page of beliefs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefsPage } from '../../../../generated/api.ts';
import { release } from '../../../ingest/release/release.ts';
import { importRecords } from '../../../ingest/records/import-records.ts';
import { statement } from '../../../ingest/testing/loading.ts';
import { audit } from '../../../store/keeping/audit.ts';
import { type ReadingSite, baseUrl, led, openReading } from '../../../testing/reading.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReading();
});
afterAll(() => site.close());

const person = 'p:valdermark';
const path = '/person/p%3Avaldermark';

async function viewsOf(collection: 'live' | 'preview', more: { as_of?: string } = {}): Promise<BeliefsPage> {
  const answer = await site.serving.answers.beliefs(collection, { person_id: person, limit: 50, ...more });
  return JSON.parse(answer.bytes.toString()) as BeliefsPage;
}

/** Ids of the views on a page, in its order. */
const shown = (text: string): string[] =>
  [...text.matchAll(/<details class="view" id="([^"]+)"/g)].map(([, id = '']) => id);

describe('a person of the preview', () => {
  it('has every view once, under its own company, with a link to that brief at the same cutoff', async () => {
    const { data, as_of: asOf } = await viewsOf('preview');
    const { status, headers, text } = await site.get(`${path}?mode=preview`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(shown(text).toSorted()).toEqual(data.beliefs.map(({ belief_id: id }) => id).toSorted());
    expect(new Set(data.beliefs.map(({ subject }) => subject.entity_id)).size).toBeGreaterThan(1);
    for (const { belief_id: id, subject } of data.beliefs) {
      const [section = ''] = text
        .split('<section class="views')
        .filter((one) => one.includes(`id="of-${subject.entity_id}"`));
      expect([id, shown(section).includes(id)]).toEqual([id, true]);
      const name = encodeURIComponent(subject.ticker ?? subject.entity_id);
      expect(section).toContain(`href="/brief/${name}?mode=preview&amp;as_of=${encodeURIComponent(asOf)}"`);
    }
    expect(text).not.toMatch(/>null<|undefined|<dd><span class="soft">not recorded/);
  });

  it('shows what the price did since a view in its record, and never calls it a return', async () => {
    const { data } = await viewsOf('preview');
    const [view] = data.beliefs.filter(({ subject }) => subject.ticker === 'NWTB');
    const { text } = await site.get(`${path}?mode=preview&record=${view?.belief_id}`);
    expect(text).toContain('Since the view was opened');
    expect(text).toContain('It is no return of the author.');
    expect(text.match(/Since the view was opened/g)).toHaveLength(1);
    const other = await site.get(`${path}?mode=preview&record=bel_none`);
    expect([other.status, other.text.includes('Since the view was opened')]).toEqual([200, false]);
  });

  it('is as it was known at any cutoff, and lists the days on which something changed', async () => {
    const early = await viewsOf('preview', { as_of: '2025-02-20T23:59:59.999Z' });
    const { text } = await site.get(`${path}?mode=preview&as_of=2025-02-20`);
    expect(shown(text).toSorted()).toEqual(early.data.beliefs.map(({ belief_id: id }) => id).toSorted());
    expect(shown(text).length).toBeLessThan((await viewsOf('preview')).data.beliefs.length);
    expect(text).toMatch(/<option value="2025-02-20T23:59:59.999Z" data-day="20 Feb 2025"\s+selected>/);
    const before = await site.get(`${path}?mode=preview&as_of=2001-01-01`);
    expect([before.status, before.text.includes('No view of this person was known at this cutoff.')]).toEqual([
      200,
      true,
    ]);
  });

  it('without a view is a page that says so, and so is a faulty question', async () => {
    for (const [at, expected] of [
      ['/person/p%3Anobody?mode=preview', 404],
      [`/person/${'a'.repeat(129)}?mode=preview`, 400],
      ['/person/a%00b?mode=preview', 400],
      [`${path}?mode=preview&as_of=yesterday`, 400],
      [`${path}?mode=preview&as_of=2099-01-01`, 400],
      [`${path}?mode=preview&cursor=x`, 400],
    ] as const) {
      const { status, headers, text } = await site.get(at);
      expect([at, status, headers.get('content-type')]).toEqual([at, expected, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>');
    }
  });

  it('is where the names of a brief lead', async () => {
    const { text } = await site.get('/brief/NWTB?mode=preview&as_of=2026-04-01');
    expect(text).toMatch(
      /href="\/person\/p%3Avaldermark\?mode=preview&amp;as_of=[^"]+">Everything that Ines Valdermark said/,
    );
  });
});

describe('a person of live research', () => {
  const operationsOf = (workspace: string): Promise<string[]> =>
    site.store.db('usage_entry').where({ account_id: workspace, units: 1 }).orderBy('operation').pluck('operation');
  const opened = async (balance: { prepaid?: number }) => {
    const reader = await site.person(balance);
    return { ...reader, page: () => reader.open(path, {}) };
  };
  const idOf = (address: string, name: string): string => new URL(address, baseUrl).searchParams.get(name) ?? '';

  it('asks for a sign-in first, says the price, and shows nothing before it is paid', async () => {
    const asked = await site.get(path);
    expect([asked.status, led(asked)]).toEqual([303, `/sign-in?${new URLSearchParams({ return_to: path })}`]);
    const { read, left } = await opened({ prepaid: 2 });
    const { status, text } = await read(`${path}?as_of=2026-04-01`);
    expect([status, await left()]).toEqual([200, 2]);
    for (const said of ['It costs one request', '2 requests left', 'Open for one request'])
      expect(text).toContain(said);
    expect(text).not.toContain('Ines Valdermark');
  });

  it('is charged once as the same page of beliefs, and its address shows it again for nothing', async () => {
    const { workspace, page, read, left } = await opened({ prepaid: 2 });
    const first = led(await page());
    expect(first).toMatch(/^\/person\/p%3Avaldermark\?request=page-[0-9a-f]{32}$/);
    expect([led(await page()), await left()]).toEqual([first, 1]);
    const { text, headers } = await read(first);
    expect([headers.get('cache-control'), await left()]).toEqual(['no-store', 1]);
    const { data } = await viewsOf('live');
    expect(shown(text).toSorted()).toEqual(data.beliefs.map(({ belief_id: id }) => id).toSorted());
    expect(await operationsOf(workspace)).toEqual(['listBeliefs']);
    const other = await opened({ prepaid: 1 });
    expect((await other.read(first)).text).toContain('was not opened by a workspace of yours');
    expect(await other.left()).toBe(1);
  });

  it('opens the price since one view for one more request, in the same address', async () => {
    const { page, open, read, left, workspace } = await opened({ prepaid: 3 });
    const list = led(await page());
    const { data } = await viewsOf('live');
    const [one, two] = data.beliefs;
    const request = idOf(list, 'request');
    const first = led(await open(path, { request, belief: one?.belief_id ?? '' }));
    const record = idOf(first, 'record');
    const second = led(await open(path, { request, record, belief: two?.belief_id ?? '' }));
    expect([await left(), idOf(second, 'record').split(',').length]).toEqual([0, 2]);
    expect((await read(second)).text.match(/<h3>The price since<\/h3>/g)).toHaveLength(2);
    expect(await operationsOf(workspace)).toEqual(['getBelief', 'getBelief', 'listBeliefs']);
    const unpaid = await open(path, {
      request,
      belief: data.beliefs[2]?.belief_id ?? one?.belief_id ?? '',
      once: 'form-9',
    });
    expect([unpaid.status, unpaid.text.includes('nothing was charged')]).toEqual([402, true]);
    // A view that is not on the page is not bought by this form.
    expect(led(await open(path, { request, belief: 'bel_none' }))).toBe(list);
  });

  it('without a view, without credit, or from another site charges nothing', async () => {
    const { open, read, left } = await opened({ prepaid: 1 });
    expect((await read('/person/p%3Anobody')).status).toBe(404);
    expect((await open('/person/p%3Anobody', {})).status).toBe(404);
    expect((await open(path, {}, 'cross-site')).status).toBe(403);
    expect(await left()).toBe(1);
    const poor = await opened({});
    expect((await poor.read(path)).text).toContain('No workspace of yours can pay for it now.');
    expect((await poor.page()).status).toBe(402);
  });

  it('with more views than a page holds goes on page by page, each for one request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'person-'));
    try {
      const lines = Array.from({ length: 52 }, (_, at) =>
        JSON.stringify(
          statement(`wide:${at}`, { person: { id: 'p:wide', name: 'Wide Reader' }, security: { ticker: `ZW${at}` } }),
        ),
      );
      await writeFile(join(folder, 'wide.ndjson'), `${lines.join('\n')}\n`);
      await importRecords(
        { db: site.store.db, collection: 'live', dryRun: false },
        join(folder, 'wide.ndjson'),
        'statements',
      );
      await release(site.store.db, { collection: 'live', effectiveAt: '2026-11-01T12:00:00.000Z' });
    } finally {
      await rm(folder, { recursive: true });
    }
    const { open, read, left } = await site.person({ prepaid: 2 });
    const first = await read(led(await open('/person/p%3Awide', {})));
    const [form = ''] = /<form(?:(?!<\/form>)[^])*Further views[^]*?<\/form>/.exec(first.text) ?? [];
    const hidden = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const second = await read(led(await open('/person/p%3Awide', hidden)));
    expect([shown(first.text).length, shown(second.text).length, await left()]).toEqual([50, 2, 0]);
    expect(new Set([...shown(first.text), ...shown(second.text)]).size).toBe(52);
    expect(second.text).not.toContain('Further views');
  });

  it('leaves a ledger in which every entry is accounted for', async () => {
    expect(await audit(site.store.db)).toMatchObject({ drifts: [] });
  });
});
