/** The log: one JSON object a line on stderr, with every secret cut out. */
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type { Logger };

/** Anything that looks like one of our secrets, a key, a code, a session, wherever it stands in a text. */
const secret = /\bri_([a-z]{2,12})_[0-9A-Za-z]{8,}/g;
const cutSecrets = (line: string): string => line.replaceAll(secret, 'ri_$1_[secret]');

/** Lines are written together, at the latest after this long; what says that something failed is written at once. */
const FLUSH_MS = 500;

/** Standard error, many lines at a time: a system call for every request would cost as much as answering it. */
export function standardError(): DestinationStream & { flushSync(): void } {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 8_192 });
  setInterval(() => destination.flush(), FLUSH_MS).unref();
  process.on('exit', () => destination.flushSync());
  return destination;
}

export function createLog(level: string, destination: DestinationStream): Logger {
  const paths = ['authorization', '*.authorization', '*.*.authorization', 'apiKey', '*.apiKey'];
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[secret]' },
      hooks: { streamWrite: cutSecrets },
    },
    destination,
  );
}

/**
 * The log of answered requests, a line each. Its fields are few and known, so nothing has to be searched for in them; the
 * request id is the client's own text, and secrets are cut out of it as everywhere.
 */
export function createRequestLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: cutSecrets } },
    destination,
  );
}
