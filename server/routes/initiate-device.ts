/** POST /api/auth/cli/initiate: codes for a program that requests a key, and for the person who decides. */
import type { DeviceLogin } from '../access/devices/device-login.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Addresses use the configured base only, so a Host header cannot lead a person to another site. */
export function initiateDevice(deviceLogin: DeviceLogin, baseUrl: string) {
  return async ({ body, caller }: Input<'initiateDevice'>): Promise<Reply<'initiateDevice'>> => {
    const { deviceName, acquisition = {} } = body;
    const started = await deviceLogin.start({ deviceName, acquisition, askedFrom: caller.address() });
    return { status: 200, body: { ...started, browserUrl: `${baseUrl}/cli-auth?code=${started.userCode}` } };
  };
}
