/** The request headers that every operation understands alike. */
import type { IncomingMessage } from 'node:http';
import { echo } from './faults.ts';
import type { Fault } from './faults.ts';

/** The contract's pattern, asked again here: the id is echoed even by a refusal that comes before the validator. */
export function isRequestId(text: string): boolean {
  return /^[A-Za-z0-9._~:+/=-]{1,128}$/.test(text);
}

/** One contract version exists; a second one is chosen here, and a retired one refused as 410. */
export function versionFault({ headers }: IncomingMessage, version: string): readonly Fault[] {
  const sent = headers['research-version'];
  if (sent === undefined || sent === version) return [];
  return [
    {
      location: 'header.Research-Version',
      message: `There is no contract version ${echo(String(sent))}`,
      fix: `Leave it out, or send ${version}.`,
    },
  ];
}
