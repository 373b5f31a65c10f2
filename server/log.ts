/** The log: one JSON object a line on stderr, with every secret cut out. */
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type { Logger };

/** Anything that looks like a key or a device code, wherever it stands in a text. */
const secret = /\bri_(live|preview|dc)_[0-9A-Za-z]+/g;

export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  const paths = ['authorization', '*.authorization', '*.*.authorization', 'apiKey', '*.apiKey'];
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[secret]' },
      hooks: { streamWrite: (line) => line.replaceAll(secret, 'ri_$1_[secret]') },
    },
    destination,
  );
}
