// One question has one text and one identity, for all spellings of its values.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../metering/identity.ts';
import { routes } from '../../../generated/routes.ts';
import { requestOf } from './canonical-request.ts';
import { contract } from '../description.ts';
import { readQuery } from './query.ts';
import { spellings } from '../testing/spellings.ts';
import { createValidator } from './validator.ts';

const validator = await createValidator(contract());

/** The text of a question and its fingerprint. */
async function identityOf(operation: 'getBrief' | 'listBeliefs', rawQuery: string): Promise<[string, string]> {
  const checked = await validator.check(operation, {
    rawQuery,
    path: {},
    headers: {},
    body: undefined,
    contentType: null,
  });
  expect([rawQuery, checked.faults]).toEqual([rawQuery, []]);
  const { parameters } = checked;
  const call = { operation, collection: 'live', parameters } as const;
  return [requestOf(routes[operation].path, checked), fingerprintOf(call, '2026-10-05').toString('hex')];
}

const faultOf = (rawQuery: string) => readQuery(routes.getBrief, rawQuery).faults[0];

describe('the same question', () => {
  it('is the same request in every spelling of 1,000 random instants', async () => {
    const asked = fc.asyncProperty(spellings, async ({ canonical, spelled }) => {
      const since = encodeURIComponent(spelled);
      const brief = await identityOf('getBrief', `ticker=NWTB&as_of=${since}`);
      expect(brief).toEqual(await identityOf('getBrief', `as_of=${canonical}&ticker=nwtb`));
      const list = await identityOf('listBeliefs', `updated_since=${since}&as_of=${since}`);
      expect(list).toEqual(await identityOf('listBeliefs', `updated_since=${canonical}&as_of=${canonical}`));
    });
    await fc.assert(asked, { numRuns: 1_000 });
  });

  it('is the same request in any case of its ticker and id, and with empty pairs', async () => {
    const plain = await identityOf('getBrief', 'ticker=BRK.B&max_results=2');
    for (const other of [
      'ticker=brk.b&max_results=2',
      '&max_results=2&ticker=Brk.B',
      'ticker=BRK.b&&max_results=2&&',
    ]) {
      expect(await identityOf('getBrief', other)).toEqual(plain);
    }
    const id = '874b4ebf-6f5a-5931-9ee3-cffdace7df6e';
    expect(await identityOf('getBrief', `entity_id=${id.toUpperCase()}`)).toEqual(
      await identityOf('getBrief', `entity_id=${id}`),
    );
    // Only a to z are folded: these letters are parts of other symbols.
    const [long] = await identityOf('getBrief', `ticker=${encodeURIComponent('ſß')}`);
    expect(long).toContain(encodeURIComponent('ſß'));
  });

  it('is another request with another millisecond or another symbol', async () => {
    const at = (second: string) => identityOf('getBrief', `ticker=A&as_of=2026-01-01T00:00:${second}Z`);
    expect(await at('00.001')).not.toEqual(await at('00.0009'));
    expect(await at('00.0009')).toEqual(await at('00'));
    expect(await identityOf('getBrief', 'ticker=BRK.B')).not.toEqual(await identityOf('getBrief', 'ticker=BRK-B'));
  });
});

describe('a value without a canonical spelling', () => {
  const cases: readonly (readonly [query: string, message: RegExp, fix: RegExp])[] = [
    ['as_of=2026-01-01T02:00:00+02:00', /arrived as a space/, /%2B.*2026-01-01T00:00:00\.000Z/],
    ['as_of=2026-01-01t02:00:00.5+02:00', /arrived as a space/, /2026-01-01T00:00:00\.500Z/],
    ['as_of=2026-01-01T00:00:00.000000+0000', /arrived as a space/, /2026-01-01T00:00:00\.000Z/],
    ['as_of=2026-01-01T00:00:00%2B0000', /no colon/, /2026-01-01T00:00:00\.000Z/],
    ['as_of=2016-12-31T23:59:60Z', /leap second/, /second 59/],
    ['as_of=2017-01-01T00:59:60.5%2B01:00', /leap second/, /second 00/],
    ['as_of=2026-01-01%2000:00:00Z', /A space stands between/, /Write a T/],
    ['as_of=2026-01-01T00:00:00', /no offset/, /2026-01-01T00:00:00Z/],
    ['as_of=2026-02-30T00:00:00Z', /a day that exists/, /2026-10-05T20:00:00Z/],
    ['as_of=2026-02-30T00:00:60Z', /a day that exists/, /2026-10-05T20:00:00Z/],
    [`as_of=2026-01-01T00:00:00.${'0'.repeat(1_100)}Z`, /more than 1024 characters/, /three digits/],
    ['ticker=nwtb%20', /White space/, /Send NWTB/],
    ['ticker=+NWTB', /White space/, /Send NWTB/],
    ['ticker=%EF%BB%BFNWTB%E2%80%8E', /invisible/, /Send NWTB/],
    ['ticker=%E3%80%80', /white space alone/, /Send a symbol/],
    ['ticker=A&=1', /no name/, /before the =/],
  ];

  it('has a fault that names what is wrong and what to send', () => {
    for (const [query, message, fix] of cases) {
      const fault = faultOf(query.startsWith('ticker') ? query : `ticker=A&${query}`);
      expect([query, fault?.message]).toEqual([query, expect.stringMatching(message)]);
      expect([query, fault?.fix]).toEqual([query, expect.stringMatching(fix)]);
    }
  });
});
