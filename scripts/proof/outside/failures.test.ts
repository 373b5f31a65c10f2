// Events of schemathesis in miniature: what is allowed, what is not, and allowances that nothing needs.
import { expect, it } from 'vitest';
import allowances from './allowances.json' with { type: 'json' };
import { type Allowance, failuresIn, judged } from './failures.ts';

const check = 'positive_data_acceptance';
const fault = (location: string, message: string) => ({ location, message, fix: 'Another value.' });

function event(status: number, body: unknown, name = check): string {
  const content = { $base64: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)).toString('base64') };
  const failure = { operation: 'GET /v1/brief', title: 'x' };
  const recorder = {
    checks: {
      a: [
        { name: 'not_a_server_error', status: 'success' },
        { name, status: 'failure', failure_info: { failure } },
      ],
    },
    interactions: {
      a: { request: { method: 'GET', uri: 'http://x/v1/brief' }, response: { status_code: status, content } },
    },
  };
  return JSON.stringify({ ScenarioFinished: { status: 'failure', recorder } });
}

const problem = (code: string, ...errors: object[]) => ({ code, request_id: 'r', retryable: false, errors });
const future = fault('query.as_of', 'lies in the future');
const strange = fault('query.as_of', 'is strange');
const allowed: Allowance[] = [
  { check, ground: 'as-of-in-future query\\.as_of: lies in the future', reason: 'the clock' },
];

it('explains a failure by all of its grounds', () => {
  const events = (...lines: string[]) => judged(failuresIn(['{"Initialize":{}}', ...lines].join('\n')), allowed);
  expect(events(event(400, problem('as-of-in-future', future)))).toEqual({ unexplained: [], idle: [] });
  expect(events(event(400, problem('as-of-in-future', future, strange))).unexplained).toHaveLength(1);
  expect(events(event(400, problem('as-of-in-future', strange))).idle).toEqual(allowed);
  expect(events()).toEqual({ unexplained: [], idle: allowed });
});

it('explains it for the check that is named alone', () => {
  const lines = event(400, problem('as-of-in-future', future), 'status_code_conformance');
  expect(judged(failuresIn(lines), allowed).unexplained).toMatchObject([
    { check: 'status_code_conformance', operation: 'GET /v1/brief', request: 'GET http://x/v1/brief', status: 400 },
  ]);
});

it('reads the grounds of problems, of OAuth, of pages, and of anything else', () => {
  const bodies = [problem('request-id-reused'), { error: 'invalid_request', error_description: 'No.' }];
  const texts = ['<html><title>Unknown place · Research</title>', 'nothing', ''];
  const grounds = failuresIn([...bodies, ...texts].map((body) => event(400, body)).join('\n'));
  expect(grounds.map((one) => one.grounds)).toEqual([
    ['request-id-reused'],
    ['invalid_request: No.'],
    ['Unknown place'],
    ['nothing'],
    [''],
  ]);
});

it('has a reason for each allowance, and none that allows everything', () => {
  for (const { ground, reason } of allowances) {
    expect(reason).toMatch(/^[A-Z`].{20,}\.$/);
    expect(new RegExp(`^${ground}$`).test('internal')).toBe(false);
  }
});
