/** The log: one JSON object a line on stderr, with every secret cut out. */
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { cutSecrets } from '../contract/validation/secret-text.ts';

export type { Logger };

const { epochTime, isoTime } = pino.stdTimeFunctions;
let lastEpoch = '';
let lastTime = '';

/** ISO 8601, made once for all lines of a millisecond. */
function timestamp(): string {
  const epoch = epochTime();
  if (epoch !== lastEpoch) [lastEpoch, lastTime] = [epoch, isoTime()];
  return lastTime;
}

/** Lines are written together: at this length, and at the latest after this many milliseconds. */
const LINES_LENGTH = 32_768;
const FLUSH_MS = 500;

/**
 * Standard error, many lines at a time: a write wakes another thread, and one per request would cost as much as its
 * answer. The buffer is here because the destination's own one measures all waiting text with each line. Secrets are
 * searched in all lines at once.
 */
export function standardError(): DestinationStream & { flushSync(): void } {
  const destination = pino.destination({ fd: 2, sync: false });
  let lines = '';
  const pass = (): void => {
    const text = lines;
    lines = '';
    if (text !== '') destination.write(cutSecrets(text));
  };
  const flushSync = (): void => {
    pass();
    destination.flushSync();
  };
  setInterval(pass, FLUSH_MS).unref();
  process.on('exit', flushSync);
  return {
    write(line) {
      lines += line;
      if (lines.length >= LINES_LENGTH) pass();
    },
    flushSync,
  };
}

export function createLog(level: string, destination: DestinationStream): Logger {
  const paths = ['authorization', '*.authorization', '*.*.authorization', 'apiKey', '*.apiKey'];
  return pino(
    {
      level,
      base: null,
      timestamp,
      redact: { paths, censor: '[secret]' },
      hooks: { streamWrite: cutSecrets },
    },
    destination,
  );
}

/**
 * The log of answered requests, one line each. Its fields are few and known, so they need no search. The request id is
 * the client's own text, from which the destination cuts secrets.
 */
export function createRequestLog(level: string, destination: ReturnType<typeof standardError>): Logger {
  return pino({ level, base: null, timestamp }, destination);
}
