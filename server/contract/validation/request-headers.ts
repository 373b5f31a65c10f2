/** Request headers with one meaning for all operations. */
import type { IncomingMessage } from 'node:http';
import { echo } from './faults.ts';
import type { Fault } from './faults.ts';
import { holdsSecret } from './secret-text.ts';

/**
 * The contract's pattern, repeated because a refusal before validation echoes the id too. A key or code is refused as
 * an id: it would end up in the ledger and in logs.
 */
export function isRequestId(text: string): boolean {
  return /^[A-Za-z0-9._~:+/=-]{1,128}$/.test(text) && !holdsSecret(text);
}

const none: readonly Fault[] = [];

/** Rules for an id beyond the contract's pattern. */
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

/** One contract version exists; a second one would be chosen here, and a retired one refused with 410. */
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
