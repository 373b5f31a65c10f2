/** POST /api/auth/cli/initiate: codes for a program that asks for a key, and for the person who decides. */
import type { DeviceLogin } from '../access/devices/device-login.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Addresses are made from the configured base alone: a Host header leads nobody to another page. */
export function initiateDevice(deviceLogin: DeviceLogin, baseUrl: string) {
  return async ({ body, caller }: Input<'initiateDevice'>): Promise<Reply<'initiateDevice'>> => {
    const { deviceName, acquisition = {} } = body;
    const started = await deviceLogin.start({ deviceName, acquisition, askedFrom: caller.address() });
    return { status: 200, body: { ...started, browserUrl: `${baseUrl}/cli-auth?code=${started.userCode}` } };
  };
}
