/** Metrics of access: sign-ins, device logins, chats and their tokens, without identities. */
import { Counter, type Registry } from 'prom-client';
import type { PollAnswer } from '../access/devices/device-grant.ts';
import type { SecurityEvent } from '../access/security-events.ts';

export type DeviceOutcome = 'started' | 'approved' | 'denied' | 'delivered' | 'expired';

export interface AccessMetrics {
  readonly noted: (event: Pick<SecurityEvent, 'event' | 'how'>) => void;
  readonly deviceStarted: () => void;
  readonly devicePolled: (answer: PollAnswer) => void;
}

const outcomes: readonly DeviceOutcome[] = ['started', 'approved', 'denied', 'delivered', 'expired'];

/** Bound of label values; later words share one label. */
const WORDS_MAX = 64;
const isWord = (text: string): boolean => /^[a-z][a-z_-]{0,39}$/.test(text);

export function accessMetrics(registry: Registry): AccessMetrics {
  const events = new Counter({
    name: 'research_security_events_total',
    help: 'Sign-ins, keys, chats, tokens and refusals, by event and by how or why.',
    labelNames: ['event', 'how'],
    registers: [registry],
  });
  const logins = new Counter({
    name: 'research_device_logins_total',
    help: 'Device logins by outcome: started, approved, denied, key delivered, or a poll of an expired login.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of outcomes) logins.inc({ outcome }, 0);
  const words = new Set<string>();
  const wordOf = (how: string | undefined): string => {
    if (how === undefined) return '';
    if (isWord(how) && words.size < WORDS_MAX) words.add(how);
    return words.has(how) ? how : 'other';
  };
  return {
    noted({ event, how }) {
      events.inc({ event, how: wordOf(how) });
      if (event === 'device-approved') logins.inc({ outcome: 'approved' });
      if (event === 'device-denied') logins.inc({ outcome: 'denied' });
    },
    deviceStarted: () => logins.inc({ outcome: 'started' }),
    devicePolled(answer) {
      if (answer === 'deliver') logins.inc({ outcome: 'delivered' });
      if (answer === 'expired') logins.inc({ outcome: 'expired' });
    },
  };
}
