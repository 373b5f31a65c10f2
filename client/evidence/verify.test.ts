// Verification of the recorded answers: each passes as it is, and fails with one changed character.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordedDocument, recordedNames, recordedText } from '../../server/testing/recordings.ts';
import { type BriefOverview, type Check, type EvidenceDetail, verify } from '../index.ts';

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

async function outcome(document: object, name: Check['name']): Promise<string[]> {
  return (await verify(document)).checks.filter((check) => check.name === name).map((check) => check.outcome);
}

describe('verify', () => {
  it('passes for every recorded answer: its digest, its citation ids, its captures and its prices', async () => {
    const passed = new Map<string, number>();
    for (const name of recordedNames) {
      const text = recordedText(name);
      const report = await verify(text, { digest: digestOf(text) });
      expect([name, report.checks.filter((check) => check.outcome === 'failed')]).toEqual([name, []]);
      expect([report.ok, report.failed, report.passed + report.notCheckable]).toEqual([true, 0, report.checks.length]);
      for (const check of report.checks)
        if (check.outcome === 'passed') passed.set(check.name, (passed.get(check.name) ?? 0) + 1);
    }
    expect(passed.get('document-digest')).toBe(recordedNames.length);
    expect(passed.get('citation-ids')).toBeGreaterThan(80);
    expect(passed.get('observation-hash')).toBeGreaterThan(40);
    expect(passed.get('content-hash')).toBeGreaterThan(5);
    expect(passed.get('quote')).toBeGreaterThan(2);
  });

  it('says of what a document does not let one recompute that it cannot be checked, and why', async () => {
    const brief = recordedDocument<BriefOverview>('NWTB-overview');
    const report = await verify(brief);
    const unchecked = report.checks.filter((check) => check.outcome === 'not-checkable');
    expect(unchecked.length).toBe(brief.citations.length + 1);
    expect(unchecked.map((check) => check.reason)).toEqual([
      'the bytes are not here, only what was parsed from them',
      ...brief.citations.map(
        ({ evidence_id }) => `the captured text is in the evidence ${evidence_id}, which was not given`,
      ),
    ]);
    expect((await verify(JSON.stringify(brief))).checks[0]).toMatchObject({ outcome: 'not-checkable' });
  });

  it('holds the citations of a document against the evidence that is given', async () => {
    const evidence = recordedDocument<EvidenceDetail>('evidence-verified');
    const [citation] = evidence.data.citations;
    if (citation?.locator.kind !== 'text_quote') throw new Error('no quote to check');
    const brief = { citations: [citation] };
    const checked = async (changed: object) =>
      (await verify(changed, { evidence: [evidence] })).checks
        .filter(({ of }) => of === citation.citation_id)
        .map((check) => check.outcome);
    expect(await checked(brief)).toEqual(['passed', 'passed']);
    expect(await checked({ citations: [{ ...citation, content_hash: digestOf('x') }] })).toEqual(['failed', 'passed']);
    const locator = { ...citation.locator, exact: `${citation.locator.exact}!` };
    expect(await checked({ citations: [{ ...citation, locator }] })).toEqual(['passed', 'failed']);
    for (const [kind, reason] of [
      ['rendered', 'it renders what was said and quotes no exact words'],
      ['summarised', 'it summarises what was said and quotes no exact words'],
    ]) {
      const restated = { citations: [{ ...citation, locator: { kind, text: citation.locator.exact } }] };
      const { checks } = await verify(restated, { evidence: [evidence] });
      const [hash, quote] = checks.filter(({ of }) => of === citation.citation_id);
      expect([hash?.outcome, quote?.outcome, quote?.reason]).toEqual(['passed', 'not-checkable', reason]);
    }
  });

  it('fails for one changed character of the bytes, of a capture, of a price, of a citation id', async () => {
    const text = recordedText('NWTB-overview');
    const digest = digestOf(text);
    for (let at = 1; at < text.length; at += Math.ceil(text.length / 50)) {
      const bytes = new TextEncoder().encode(text);
      // A space keeps the JSON valid inside a text and still changes the bytes.
      bytes[at] = bytes[at] === 32 ? 33 : 32;
      const report = await verify(bytes, { digest }).catch(() => ({ ok: false }));
      expect(report.ok).toBe(false);
    }
    const evidence = recordedDocument<EvidenceDetail>('evidence-verified');
    const { capture } = evidence.data.evidence;
    const changed = { ...evidence.data.evidence, capture: { ...capture, text: `${capture.text} ` } };
    expect(await outcome({ ...evidence, data: { ...evidence.data, evidence: changed } }, 'content-hash')).toContain(
      'failed',
    );
    const brief = JSON.parse(text) as BriefOverview;
    const { reference } = brief.market_price;
    if (reference === null) throw new Error('no price to change');
    for (const change of [
      { price: reference.price + 0.01 },
      { session_date: '2026-09-29' },
      { source: 'x' },
      { provider_observed_at: '2026-09-30T22:15:00.001Z' },
    ]) {
      const market_price = { ...brief.market_price, reference: { ...reference, ...change } };
      expect(await outcome({ ...brief, market_price }, 'observation-hash')).toEqual(['failed']);
    }
    expect(await outcome({ ...brief, security: { ...brief.security, ticker: 'NWTC' } }, 'observation-hash')).toEqual([
      'failed',
    ]);
    expect(await outcome({ ...brief, citations: brief.citations.slice(1) }, 'citation-ids')).toEqual(['failed']);
  });

  const fields = {
    basis: 'adjusted_close',
    currency: 'USD',
    provider: 'p',
    provider_observed_at: '2026-10-02T20:00:00.000Z',
    session_date: '2026-10-02',
    ticker: 'T',
  };
  const priced = (adjusted_close: string, price = Number(adjusted_close)) => {
    const observation_hash = digestOf(JSON.stringify({ adjusted_close, ...fields }));
    const { provider: source, ...rest } = fields;
    return { market_price: { reference: { ...rest, price, source, observation_hash } } };
  };
  const security = { ticker: 'T' };

  it('finds the hash of a price however its provider wrote the number', async () => {
    const written = [
      '57.42',
      '57.420000',
      '57',
      '57.0',
      '27.332500457763672',
      '57.419998168945312',
      '57.4199981689453125',
      '57.419998168945313',
      '0.1000000000000000056',
      '1234567.5',
      '0.000000123',
    ];
    for (const adjusted_close of written) {
      const document = priced(adjusted_close);
      expect([adjusted_close, await outcome({ security, ...document }, 'observation-hash')]).toEqual([
        adjusted_close,
        ['passed'],
      ]);
      expect(await outcome(document, 'observation-hash')).toEqual(['not-checkable']);
    }
  });

  it('says of a price with more digits than a number keeps that it cannot be checked, and of any other that it is not the one', async () => {
    const long = '57.1234567890123456789';
    const { checks, ok, notCheckable } = await verify({ security, ...priced('57.42', 57.12345678901234) });
    const open = checks.find(({ name }) => name === 'observation-hash');
    expect([ok, notCheckable, open?.reason]).toEqual([true, 2, expect.stringContaining('or it is not the price')]);
    expect(await outcome({ security, ...priced(long) }, 'observation-hash')).toEqual(['not-checkable']);
    for (const price of [57.12, 57.123456789012])
      expect(await outcome({ security, ...priced(long, price) }, 'observation-hash')).toEqual(['failed']);
  });

  it('takes nothing but a document', async () => {
    for (const not of ['', 'null', '{', '"x"', new Uint8Array([255])])
      await expect(verify(not)).rejects.toMatchObject({ code: 'invalid-argument' });
    for (const not of [Promise.resolve({}), new Response('{}'), new Map(), new Date(), { citations: [null] }])
      await expect(verify(not)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
