// Requests of a device login: they carry a device code or nothing, and never a key.
import type { Client } from 'openapi-fetch';
import type { DeviceGrant, paths } from '../../generated/api.ts';
import type { CallOptions } from '../questions.ts';
import type { Settings } from '../settings.ts';
import { type Shape, shapes } from '../shapes.ts';
import type { Call, Wire } from '../transport/wire.ts';
import type { LoginOptions } from './login.ts';

export type CallOf = (options: CallOptions, isExpected: Shape) => Call;

type Connection = { core: Client<paths>; wire: Wire; settings: Settings; callOf: CallOf };

export function deviceCalls(connection: Connection, { deviceName, acquisition, signal }: LoginOptions) {
  const { core, wire, settings, callOf } = connection;
  return {
    async initiate() {
      const body = acquisition === undefined ? { deviceName } : { deviceName, acquisition };
      const call = callOf(signal === undefined ? {} : { signal }, shapes.grant);
      const { response } = await core.POST('/api/auth/cli/initiate', {
        body,
        parseAs: 'stream',
        fetch: (request) => wire.send(request, call),
      });
      return { response, grant: (await response.json()) as DeviceGrant };
    },
    poll(deviceCode: string, milliseconds: number) {
      const timeoutMs = Math.max(1, Math.min(settings.timeoutMs, milliseconds));
      const call: Call = { ...callOf({ timeoutMs }, () => true), bearer: deviceCode, signal };
      return wire.attempt(new Request(`${settings.baseUrl}/api/auth/cli/poll`), call);
    },
  };
}
