// Malicious text in research records: no field, in any document, sends a control sequence to the terminal.
import { describe, expect, it } from 'vitest';
import { bench } from './testing/world.ts';
import { recordedText } from '../../server/testing/recordings.ts';

const attacks = [
  '\u001b[2J\u001b[H',
  '\u001b]0;owned\u0007',
  '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\',
  '\u001b]52;c;cm0gLXJm\u0007',
  '\u009b31m',
  '\u0090q\u009c',
  'a\rb\bc\u007f',
  '\u202egnirts\u202c',
  '\u2066\u2069\u200b\u{e0041}',
  '\n\n\u001b[A\u001b[K1 request charged, 999 left.',
];

/** Codes decide which words are shown, so they are attacked too. */
function poisoned(value: unknown, attack: string): unknown {
  if (typeof value === 'string') return `${value}${attack}`;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, attack));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isKept(name, inner) ? inner : poisoned(inner, attack)]),
  );
}

/** Fields that select the form of a document or take part in date arithmetic stay valid. */
function isKept(name: string, value: unknown): boolean {
  if (name === 'view' || name === 'kind' || name === 'code') return true;
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

const questions = [
  ['KLPF-full', 'brief', 'KLPF', '--full'],
  ['entity-industry', 'brief', '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03'],
  ['beliefs-KLPF', 'beliefs'],
  ['entities', 'beliefs', '--entities'],
  ['belief-KLPF', 'belief', 'bel_1'],
  ['sources', 'sources'],
  ['source-letter', 'source', 'src_1'],
  ['source-evidence-page', 'source-evidence', 'src_1'],
  ['evidence-verified', 'evidence', 'evd_1'],
  ['evidence-time-range', 'evidence', 'evd_1'],
  ['status-preview', 'status'],
  ['tickers', 'tickers'],
  ['KLPF-overview', 'verify', '--brief', 'KLPF'],
] as const;

const colours = /\u001b\[(1|2|4|22|24|31|32|33|36|39)m/g;
const dangerous =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]|[\u{e0000}-\u{e0fff}]/u;

describe('hostile text', () => {
  it('reaches no terminal from any field of any answer, neither as text nor as JSON', async () => {
    let seen = 0;
    for (const [answer, ...args] of questions) {
      const document = JSON.parse(recordedText(answer)) as object;
      for (const attack of attacks) {
        const { research } = await bench({
          play: () => ({ body: poisoned(document, attack) as object }),
          terminal: true,
          columns: 80,
        });
        for (const form of [[], ['--json']]) {
          const { out, err, code } = await research(...args, ...form);
          seen += 1;
          // A changed document no longer has its hashes.
          expect([answer, code]).toEqual([answer, args[0] === 'verify' ? 8 : 0]);
          expect(`${out}${err}`.replace(colours, '')).not.toMatch(dangerous);
          // An injected line must not pass for the charge, which is the last line.
          if (form.length === 0) expect(out.trimEnd().split('\n').at(-1)).not.toContain('999 left');
        }
      }
    }
    expect(seen).toBe(questions.length * attacks.length * 2);
  });

  it('reaches no terminal from an error of any origin', async () => {
    for (const attack of attacks) {
      const body = {
        type: `https://evil.example/${attack}`,
        title: attack,
        status: 404,
        detail: `no${attack}`,
        instance: attack,
        code: 'not-covered',
        request_id: attack,
        charged: false,
        retryable: false,
        errors: [{ location: attack, message: attack, fix: attack }],
      };
      const { research } = await bench({ play: () => ({ status: 404, body }), terminal: true });
      for (const form of [[], ['--json']]) {
        const { err, code } = await research('brief', 'NWTB', ...form);
        expect(code).toBe(5);
        expect(err.replaceAll('\r\u001b[2K', '').replace(colours, '')).not.toMatch(dangerous);
      }
    }
  });

  it('shows no address that a browser would not open as a page', async () => {
    const { research } = await bench({
      play: () => ({
        body: {
          as_of: '2026-10-01T13:00:00.000Z',
          data: {
            sources: [
              {
                source_id: 'src_1',
                kind: 'post',
                name: 'x',
                url: 'javascript:alert(1)',
                evidence_count: 1,
                latest_observation_at: '2026-10-01T13:00:00.000Z',
                detail_url: 'x',
              },
            ],
          },
          data_status: {
            mode: 'preview',
            freshness: 'current',
            coverage: 'complete',
            latest_observation_at: null,
            limitations: [],
          },
          warnings: [],
          pagination: { next_cursor: null, next_page_url: null },
        },
      }),
    });
    const { out } = await research('sources');
    expect(out).toContain('(no web address)');
    expect(out).not.toContain('javascript:');
  });
});
