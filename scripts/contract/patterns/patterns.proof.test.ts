// Regular expressions without catastrophic backtracking: recheck proves each safe, or finds the text that attacks it.
import { checkSync } from 'recheck';
import { describe, expect, it, vi } from 'vitest';
import { type Pattern, ofContract, ofModules, ofRecords, ofSource } from './collect.ts';

/** Limited by steps, not by time: a busy machine must not change the verdict. */
const withoutClock = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** Expressions without a proof of safety, in words. */
function found(patterns: readonly Pattern[]): string[] {
  const distinct = new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one]));
  return [...distinct].flatMap(([text, { source, flags, where }]) => {
    const judged = checkSync(source, flags, withoutClock);
    return judged.status === 'safe' ? [] : [`${where} ${text}: ${judged.status}`];
  });
}

const { literals, made } = ofSource(['server', 'client']);

/**
 * Files with other bounds on their texts: dates by 60 characters, workbooks by a worker that ends after five minutes.
 */
const bounded = ['server/ingest/tables/date-text.ts', 'server/ingest/tables/formats/workbook-text.ts'];
const isBounded = ({ where }: Pattern): boolean => bounded.some((file) => where.startsWith(`${file}:`));

describe('no text takes long to compare with', () => {
  it('a pattern of the contract or of the records', () => {
    const patterns = [...ofContract(), ...ofRecords()];
    expect(found(patterns)).toEqual([]);
    expect(patterns.length).toBeGreaterThan(200);
  });

  it('an expression in the source of the service or the client', () => {
    expect(found(literals.filter((one) => !isBounded(one)))).toEqual([]);
    expect(literals.length).toBeGreaterThan(120);
  });

  it('an expression that is put together when a module is loaded, or at its first use', async () => {
    // Test files share modules: these may already have been loaded for another one.
    vi.resetModules();
    const patterns = await ofModules(async () => {
      const { normaliseText } = await import('../../../server/measures/text.ts');
      normaliseText('');
      await import('../../../server/access/sign-in/common-passwords.ts');
      await import('../../../server/access/devices/device-codes.ts');
    });
    expect(found(patterns)).toEqual([]);
    // The expression of the documentation is built from its own addresses.
    const folders = [
      'access/devices/device-codes',
      'access/sign-in/common-passwords',
      'ingest/tables/table-numbers',
      'ingest/tables/table-numbers',
      'measures/text',
      'pages/docs/site',
    ];
    expect([patterns.length, made.toSorted()]).toEqual([3, folders.map((name) => `server/${name}.ts`)]);
  });

  it('and the judge knows one that would', () => {
    const slow = [
      { source: '^(a+)+$', flags: '', where: 'here' },
      { source: '\\s+$', flags: '', where: 'here' },
    ];
    expect(found(slow)).toHaveLength(2);
  });
});
