/** The request headers that every operation understands alike. */
import type { IncomingMessage } from 'node:http';
import { echo } from './faults.ts';
import type { Fault } from './faults.ts';
import { holdsSecret } from './secret-text.ts';

/**
 * The contract's pattern, asked again here: the id is echoed even by a refusal that comes before the validator. A key or
 * code in its place would be kept in the ledger and in logs, so it is no id.
 */
export function isRequestId(text: string): boolean {
  return /^[A-Za-z0-9._~:+/=-]{1,128}$/.test(text) && !holdsSecret(text);
}

const none: readonly Fault[] = [];

/** What the contract's pattern cannot tell of an id. */
export function requestIdFaults({ headers }: IncomingMessage): readonly Fault[] {
  const sent = headers['x-request-id'];
  if (typeof sent !== 'string' || !holdsSecret(sent)) return none;
  return [
    {
      location: 'header.X-Request-ID',
      message: 'It holds a key or a code, which ids are not made from.',
      fix: 'Send a random id, and revoke the key: it may be in the logs of whatever lies between.',
    },
  ];
}

/** One contract version exists; a second one is chosen here, and a retired one refused as 410. */
export function versionFaults({ headers }: IncomingMessage, version: string): readonly Fault[] {
  const sent = headers['research-version'];
  if (sent === undefined || sent === version) return none;
  return [
    {
      location: 'header.Research-Version',
      message: `There is no contract version ${echo(String(sent))}`,
      fix: `Leave it out, or send ${version}.`,
    },
  ];
}
