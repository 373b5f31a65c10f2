// Secrets in printed output: no key in any command, in any form, even if the service echoes the request.
import { describe, expect, it } from 'vitest';
import { commands } from '../commands.ts';
import { type Play, bench, testKey } from '../testing/world.ts';
import { recordedText } from '../../../server/testing/recordings.ts';

const words: Readonly<Record<string, readonly string[]>> = {
  brief: ['NWTB'],
  belief: ['bel_1'],
  source: ['src_1'],
  evidence: ['evd_1'],
  receipt: ['mine'],
  diff: ['NWTB', '--from', '2026-01-01'],
  verify: ['--brief', 'NWTB'],
  completion: ['bash'],
};

const echo: Play = ({ authorization }) => ({
  status: 401,
  headers: { 'X-Echo': authorization ?? '' },
  body: {
    type: `https://research.test/${authorization}`,
    title: authorization,
    status: 401,
    detail: `this was sent: ${authorization}`,
    instance: authorization,
    code: 'unauthorized',
    request_id: 'x',
    charged: false,
    retryable: false,
    errors: [{ location: testKey, message: testKey, fix: testKey }],
  },
});

describe('the key', () => {
  it('is in no output of any command, in any form, even if the service repeats it', async () => {
    const names = commands.map(({ name }) => name);
    let seen = 0;
    const overview = JSON.parse(recordedText('NWTB-overview')) as { security: object };
    const plays: Play[] = [
      echo,
      () => 'drop',
      ({ authorization }) => ({ status: 500, body: String(authorization) }),
      ({ authorization }) => ({
        body: { ...overview, security: { id: authorization, ticker: testKey, name: testKey } },
      }),
    ];
    for (const play of plays) {
      for (const name of names) {
        for (const form of [[], ['--json'], ['--help']]) {
          for (const terminal of [true, false]) {
            const { research } = await bench({ play, terminal });
            const ran = await research(name, ...(words[name] ?? []), ...form);
            seen += 1;
            expect([name, form, `${ran.out}${ran.err}`.includes('SeCrEtKeY')]).toEqual([name, form, false]);
          }
        }
      }
    }
    expect(seen).toBe(4 * names.length * 6);
  });

  it('is not repeated where it was typed in the place of something else', async () => {
    const { research } = await bench();
    const other = 'ri_live_AnOtHeRkEy0123456789';
    for (const args of [
      ['brief', other],
      ['verify', other],
      [other],
      ['status', other],
      ['brief', 'NWTB', '--ticker', other],
      ['brief', 'NWTB', `--${other}`],
      ['beliefs', '--status', other],
    ]) {
      for (const form of [[], ['--json']]) {
        const ran = await research(...args, ...form);
        expect([args, `${ran.out}${ran.err}`.includes('AnOtHeR')]).toEqual([args, false]);
      }
    }
  });
});
