/** GET /api/auth/cli/poll: state of a device login and, once, its key, in the bodies of the specification. */
import { challenges } from '../access/authorise.ts';
import type { DeviceLogin, PollResult } from '../access/devices/device-login.ts';
import type { Input, Reply } from '../contract/operations.ts';

export function pollDevice(deviceLogin: DeviceLogin) {
  return async ({ principal, caller }: Input<'pollDevice'>): Promise<Reply<'pollDevice'>> => {
    const { deviceCodeSha256 } = principal;
    const polled = deviceCodeSha256 === null ? null : await deviceLogin.poll(deviceCodeSha256, caller.isListening);
    return polled === null ? invalid(deviceCodeSha256 === null ? 'missing' : 'refused') : replyTo(polled);
  };
}

function invalid(code: keyof typeof challenges): Reply<'pollDevice'> {
  return { status: 401, body: { status: 'invalid' }, headers: { 'WWW-Authenticate': challenges[code] } };
}

function replyTo({ answer, interval, apiKey }: PollResult): Reply<'pollDevice'> {
  switch (answer) {
    case 'pending':
      return { status: 200, body: { status: 'pending', interval } };
    case 'deliver':
    case 'authorized':
      return { status: 200, body: { status: 'authorized', ...(apiKey !== null && { apiKey }) } };
    case 'denied':
      return { status: 200, body: { status: 'denied' } };
    case 'expired':
      return { status: 410, body: { status: 'expired' } };
    case 'slow_down':
      return { status: 429, body: { status: 'slow_down', interval }, headers: { 'Retry-After': String(interval) } };
  }
}
