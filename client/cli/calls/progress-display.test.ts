// Progress display: a spinner with the time left on a terminal, plain lines elsewhere, nothing with JSON.
import { describe, expect, it } from 'vitest';
import { type Answer, type Bench, bench } from '../testing/world.ts';
import { recordedText } from '../../../server/testing/recordings.ts';

const unavailable: Answer = {
  status: 503,
  headers: { 'Retry-After': '4' },
  body: {
    type: 'x',
    title: 'x',
    status: 503,
    detail: 'not now',
    instance: 'x',
    code: 'unavailable',
    request_id: 'x',
    charged: false,
    retryable: true,
    errors: [],
  },
};

async function retried(
  options: { terminal?: boolean; env?: { TERM: string } },
  ...form: string[]
): Promise<{ err: string; code: number; by: Bench }> {
  const body = recordedText('NWTB-overview');
  let calls = 0;
  const by: Bench = await bench({
    ...options,
    play: () => {
      by.tick(2);
      calls += 1;
      return calls === 1 ? unavailable : { body, headers: { 'Usage-Charge': '0' } };
    },
  });
  const { sleep } = by.clock;
  by.clock.sleep = async (milliseconds, signal) => {
    by.tick();
    await sleep(milliseconds, signal);
  };
  const { err, code } = await by.research('brief', 'NWTB', ...form);
  return { err, code, by };
}

describe('waiting', () => {
  it('is a spinner with the time left on a terminal, gone when the answer is there', async () => {
    const { err, code, by } = await retried({ terminal: true });
    expect(code).toBe(0);
    expect(err).toContain('⠋\u001b[39m Asking, 0:30 left');
    expect(err).toMatch(/attempt 2 follows, 0:0[45] left/);
    expect(err.split('\r\u001b[2K').at(-1)).toBe('');
    expect(by.ticking()).toBe(0);
  });

  it('is a plain line anywhere else, and nothing with JSON', async () => {
    for (const options of [{}, { terminal: true, env: { TERM: 'dumb' } }]) {
      const { err } = await retried(options);
      expect(err).not.toContain('\u001b');
      expect(err.replace(/\s+/g, ' ')).toMatch(
        /^No answer of use yet; attempt 2 follows, under the same request id \S+, 0:0[45] left $/,
      );
    }
    expect((await retried({}, '--json')).err).toMatch(/^0 charged: preview data is free\. Request id \S+\n$/);
  });
});
