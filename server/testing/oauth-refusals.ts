/** Test support for refusals of the token endpoints: one case of a table, and the rules for all. */
import { expect } from 'vitest';
import type { Fields, ChatReply } from './chat.ts';

export type Case = readonly [
  what: string,
  changes: Fields,
  status: number,
  error: string,
  headers?: Record<string, string>,
];
export const errorOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];

/** Every refusal carries one error of the contract and a fixed sentence, is not cached, and is readable by any page. */
export function expectRefusal(what: string, refused: ChatReply, expected: readonly unknown[]): void {
  expect([what, ...errorOf(refused)]).toEqual([what, ...expected]);
  expect(Object.keys(refused.body)).toEqual(['error', 'error_description']);
  expect(String(refused.body['error_description'])).toMatch(/^[A-Za-z_][ -~]+\.$/);
  const { headers } = refused;
  expect([
    headers.get('cache-control'),
    headers.get('content-type'),
    headers.get('access-control-allow-origin'),
  ]).toEqual(['no-store', 'application/json', '*']);
  expect(headers.get('access-control-allow-credentials')).toBeNull();
}
