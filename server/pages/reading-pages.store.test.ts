// Briefs for people over HTTP: a free preview for everyone, a live brief charged once and free to read again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../access/secrets.ts';
import { audit } from '../store/keeping/audit.ts';
import { makeTestKey } from '../testing/accounts.ts';
import { usageOf } from '../testing/charges.ts';
import { requestOfQuestion } from './reading/question.ts';
import { type ReadingSite, baseUrl, led, openReading } from '../testing/reading.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReading();
});
afterAll(() => site.close());

const get: ReadingSite['get'] = (path, headers) => site.get(path, headers);
const person: ReadingSite['person'] = (...balances) => site.person(...balances);

describe('the preview', () => {
  it('shows a brief to everybody, names the mode, and may be kept for a minute', async () => {
    const { status, headers, text } = await get('/brief/NWTB?mode=preview');
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'public, max-age=60',
      'Accept-Encoding, Cookie',
    ]);
    for (const said of [
      'Fictional preview',
      'Northwater Turbines',
      'Ines Valdermark',
      'trade-state-v2',
      '$RI_PREVIEW_KEY',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toMatch(/ri_(live|preview)_|style="|<script>|onclick/);
  });

  it('is on the front page with the top of one brief, and has its old addresses lead to the new ones', async () => {
    const { status, text } = await get('/');
    expect([status, text.includes('Fictional preview research.'), text.includes('class="chart"')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(text).toContain('href="/brief/HOLM?mode=preview"');
    for (const [old, address] of [
      ['/?ticker=NWTB', '/brief/NWTB'],
      ['/?as_of=2025-02-20&ticker=BRK/B&detail=full', '/brief/BRK%2FB?as_of=2025-02-20&detail=full'],
      ['/?ticker=//evil.example', '/brief/%2F%2Fevil.example'],
    ] as const) {
      const led = await get(old);
      expect([old, led.status, led.headers.get('location')]).toEqual([old, 303, address]);
    }
    expect((await get('/?ticker=')).status).toBe(200);
  });

  it('is played with on the front page: at a cutoff, in a window of months, and with a reason where it is refused', async () => {
    const at = await get('/?as_of=2026-03-31&months=3&evil=%22%3E');
    expect([at.status, at.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(at.text).toMatch(/<option value="2026-03-31T23:59:59.999Z"[^>]*selected/);
    expect(at.text).toContain('As it was known at <time datetime="2026-03-31T23:59:59.999Z">');
    // The state of the page goes on to the whole brief, and nothing else of the address does.
    expect(at.text).toMatch(/href="\/brief\/\w+\?mode=preview&amp;as_of=2026-03-31T23%3A59%3A59.999Z&amp;months=3"/);
    expect(at.text).not.toContain('evil');
    for (const asOf of ['tomorrow', '2099-01-01', '2026-02-30']) {
      const { status, headers, text } = await get(`/?as_of=${asOf}`);
      expect([status, headers.get('cache-control'), text.includes('role="alert"')]).toEqual([400, 'no-store', true]);
      expect(text).toContain('class="chart"');
    }
  });

  it('of an entity that is no listing has its views and conditions, and says that there is no price', async () => {
    const id = '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03';
    const { status, text } = await get(`/brief/${id.toUpperCase()}?mode=preview`);
    expect(status).toBe(200);
    for (const said of ['not a listing', 'Price unavailable:', 'Recorded conditions', 'Fictional preview'])
      expect([said, text.includes(said)]).toEqual([said, true]);
    expect(text).not.toContain('class="chart"');
  });

  it('shows the chart of the months in its address', async () => {
    const shown = async (query: string): Promise<number> => {
      const [, points = ''] = /data-points="([^"]+)"/.exec((await get(`/brief/KLPF?mode=preview${query}`)).text) ?? [];
      return points.split(';').length;
    };
    const counts = [await shown('&months=1'), await shown('&months=3'), await shown('&months=6'), await shown('')];
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect([counts[0] !== counts[3], await shown('&months=99')]).toEqual([true, counts[3]]);
  });

  it('says what was known at a cutoff, and marks it in the list of days', async () => {
    const { text } = await get('/brief/NWTB?mode=preview&as_of=2025-02-20');
    expect(text).toContain('As it was known at <time datetime="2025-02-20T23:59:59.999Z">');
    expect(text).toMatch(/<option value="2025-02-20T23:59:59.999Z" data-day="20 Feb 2025"\s+selected>/);
    expect(text).not.toContain('Sun-ha Brevik');
  });

  it('refuses what is not covered or not well asked with its status, and still lists what there is', async () => {
    const asked = [
      ['ZZZZ?', 404],
      ['NWTB?as_of=tomorrow&', 400],
      ['NWTB?as_of=2025-02-30&', 400],
      ['NWTB?as_of=2099-01-01&', 400],
      [`${'A'.repeat(33)}?`, 400],
      ['3c1f6a52-7d04-4b8e-9a41-000000000000?', 404],
    ] as const;
    for (const [name, expected] of asked) {
      const { status, text, headers } = await get(`/brief/${name}mode=preview`);
      expect([name, status, headers.get('cache-control')]).toEqual([name, expected, 'no-store']);
      expect(text).toContain('Northwater Turbines');
    }
    expect((await fetch(site.address, { method: 'PUT' })).status).toBe(405);
  });

  it('of a listing without research of its own says so, and keeps other companies apart', async () => {
    const { text } = await get('/brief/PELD?mode=preview');
    expect(text).toContain('No research on PELD itself is released at this cutoff.');
    expect(text).toContain('Not research on PELD.');
    expect(text).toMatch(/<figcaption id="chart-said"[^>]*>\s+From 30 Sep 2025 to 30 Sep 2026, PELD went from 100 to/);
    expect(text).not.toMatch(/No move of a shown view|id="moves"|id="activity"/);
  });

  it('shows who is signed in to nobody else', async () => {
    const { read } = await person({});
    const { headers, text } = await read('/');
    expect([headers.get('cache-control'), text.includes('@example.test')]).toEqual(['no-store', true]);
  });
});

describe('the front page once live research is released', () => {
  it('says what is free and what a unit costs, and asks nothing that is charged', async () => {
    const { read, left, workspace } = await person({ prepaid: 1 });
    const { text } = await read('/');
    expect(text).toMatch(/Live research: \d+ companies/);
    expect(text).toContain('opening a brief costs one request of your workspace, and the page says so before');
    for (const said of ['curl -s', 'ResearchClient({', 'from research_intelligence import', `${baseUrl}/mcp`, 'Plans'])
      expect([said, text.includes(said)]).toEqual([said, true]);
    expect([await left(), await usageOf(site.store, workspace)]).toEqual([1, []]);
  });

  it('has a search that leads to a brief by its ticker or its only name, and lists what else matches, to everyone', async () => {
    const exact = await get('/brief?q=nwtb');
    expect([exact.status, led(exact)]).toEqual([303, '/brief/NWTB']);
    const { text } = await get('/brief?list=all&q=nwtb');
    expect(text).toMatch(/<tr data-company>\s*<th scope="row"><a href="\/brief\/NWTB"/);
    expect(led(await get('/brief?q=turbines'))).toBe('/brief/NWTB');
    expect((await get('/brief?q=inc')).text).toContain('Northwater Turbines');
    expect((await get('/brief?q=nothing+like+it')).text).toContain('Missing coverage is missing');
    expect((await get(`/brief?q=${'x'.repeat(500)}`)).text).toContain(`value="${'x'.repeat(64)}"`);
  });
});

describe('a live brief', () => {
  it('asks for a sign-in first, and leads back', async () => {
    const refused = await get('/brief/NWTB?as_of=2026-04-01');
    expect([refused.status, led(refused)]).toEqual([
      303,
      `/sign-in?${new URLSearchParams({ return_to: '/brief/NWTB?as_of=2026-04-01' })}`,
    ]);
  });

  it('says what it costs before anything is charged', async () => {
    const { read, left } = await person({ prepaid: 3 });
    const { status, text } = await read('/brief/nwtb');
    expect([status, await left()]).toEqual([200, 3]);
    for (const said of ['It costs one request.', '3 requests left', 'Open for one request'])
      expect(text).toContain(said);
    expect(text).not.toContain('Ines Valdermark');
  });

  it('is charged once, and its site.address shows the same document again for nothing [SPEC-R7]', async () => {
    const { workspace, userId, open, read, left } = await person({ prepaid: 2 });
    const opened = await open('/brief/NWTB', {});
    expect(opened.status).toBe(303);
    expect(led(opened)).toMatch(/^\/brief\/NWTB\?request=page-[0-9a-f]{32}$/);
    // The form, sent twice, is one request.
    expect(led(await open('/brief/NWTB', {}))).toBe(led(opened));
    const [first, again] = [await read(led(opened)), await read(led(opened))];
    expect([first.status, first.headers.get('cache-control'), await left()]).toEqual([200, 'no-store', 1]);
    const id = new URL(led(opened), baseUrl).searchParams.get('request') ?? '';
    const principal = { keyId: '', collection: 'live', accountId: workspace } as const;
    const receipt = await site.serving.accounts.receipt(principal, id);
    expect(receipt?.document_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    for (const { text } of [first, again]) expect(text).toContain(`Document-Digest: ${receipt?.document_digest}<`);
    expect(first.text).toContain('Live research');
    expect(first.text).toContain('1 request left');
    expect(await usageOf(site.store, workspace)).toMatchObject([
      { key_id: `session:${userId}`, units: 1, collection: 'live' },
    ]);
  });

  it('at another cutoff, or in more detail, is another request', async () => {
    const { open, read, left } = await person({ prepaid: 4 });
    const asked: Record<string, string>[] = [{}, { as_of: '2026-04-01' }, { detail: 'full' }, { once: 'form-2' }];
    const places = new Set<string>();
    for (const fields of asked) places.add(led(await open('/brief/NWTB', fields)));
    expect([places.size, await left()]).toEqual([4, 0]);
    const [, second = '', third = ''] = places;
    expect((await read(second)).text).toContain('datetime="2026-04-01T23:59:59.999Z"');
    expect((await read(third)).text).toContain('The case behind this view');
  });

  it('opens what a key of the workspace was charged for, and nothing of anyone else', async () => {
    const [mine, other] = [await person({ prepaid: 1 }), await person({ prepaid: 1 })];
    const question = { ticker: 'QRZM', detail: 'overview' } as const;
    const { keyId } = await site.serving.deliver({
      operation: 'getBrief',
      payer: { kind: 'key', sha256: sha256((await makeTestKey(site.store, mine.workspace)).key) },
      collection: 'live',
      requestId: 'asked-by-a-key',
      isOwnId: true,
      parameters: question,
      request: requestOfQuestion(question),
      build: () => site.serving.answers.brief('live', question),
      isListening: () => true,
    });
    const place = '/brief/QRZM?request=asked-by-a-key';
    expect((await other.read(place)).text).toContain('was not opened by a workspace of yours');
    expect((await mine.read(place.replace('QRZM', 'NWTB'))).text).toContain('was not opened by a workspace of yours');
    expect((await mine.read(place)).text).toContain('Quarzum');
    expect([await mine.left(), await other.left()]).toEqual([0, 1]);
    expect(await usageOf(site.store, mine.workspace)).toMatchObject([{ request_id: 'asked-by-a-key', key_id: keyId }]);
  });

  it('is not opened by an site.address alone, by a form of another site, or for a workspace of others', async () => {
    const [mine, other] = [await person({ prepaid: 1 }), await person({ prepaid: 1 })];
    expect((await mine.read('/brief/NWTB?request=made-up')).text).toContain('It costs one request.');
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await mine.open('/brief/NWTB', {}, site)).status).toBe(403);
    }
    const elsewhere = await mine.open('/brief/NWTB', { workspace: other.workspace });
    expect([elsewhere.status, elsewhere.text.includes('You are in no such workspace.')]).toEqual([404, true]);
    expect([await mine.left(), await other.left()]).toEqual([1, 1]);
  });

  it('without credit is a page that says so with 402, and leads to the plans', async () => {
    const { open, read, left } = await person({});
    expect((await read('/brief/NWTB')).text).toContain('No workspace of yours can pay for it now.');
    const refused = await open('/brief/NWTB', {});
    expect([refused.status, await left()]).toEqual([402, 0]);
    expect(refused.text).toContain('/subscribe?access=required&amp;source=brief');
  });

  it('of what is not covered charges nothing, and stands nothing in for it', async () => {
    const { open, read, left } = await person({ prepaid: 1 });
    expect((await read('/brief/ZZZZ')).text).toContain('not in the list of what is covered');
    expect([(await open('/brief/ZZZZ', {})).status, await left()]).toEqual([404, 1]);
  });

  it('asks which workspace pays where there are several, and nobody without one', async () => {
    const { text } = await (await person({ prepaid: 1 }, { plan: 'unlimited' })).read('/brief/NWTB');
    expect(text).toContain('Which workspace pays?');
    expect(text).toContain('any number of requests left');
    expect((await (await person()).read('/brief/NWTB')).text).toContain('You are in no workspace.');
  });

  it('has an site.address for every ticker, a slash in it too', async () => {
    const { read } = await person({ prepaid: 1 });
    const titles: [string, string][] = [
      ['/brief/TARN.B', 'TARN.B'],
      ['/brief/BRK%2FB', 'BRK/B'],
      ['/brief/BRK/B', 'BRK/B'],
      ['/brief/%3Cb%3E', '&lt;B&gt;'],
    ];
    for (const [path, title] of titles)
      expect((await read(path)).text).toContain(`<h1>Open the brief of ${title}</h1>`);
    expect((await read('/brief?q=tarn')).text).toMatch(/TARN\.A[^]*TARN\.B/);
  });
});

it('leaves a ledger in which every entry is accounted for', async () => {
  expect(await audit(site.store.db)).toMatchObject({ drifts: [] });
});
