// Server processes of one store with different wall clocks: right, an hour ahead, an hour behind, and jumping.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessOptions, type ServerProcess, serverProcess } from './server-process.ts';

export type SkewedServer = {
  name: string;
  server: ServerProcess;
  /** From now on its clock is off by so many milliseconds. */
  jump(offset: number): Promise<void>;
};

export const HOUR_MS = 3_600_000;

export type SkewedProcesses = {
  start(name: string, offset: number, rateLimits?: string): Promise<SkewedServer>;
  stop(): Promise<void>;
};

export async function skewedProcesses(main: string, databaseUrl: string): Promise<SkewedProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'research-clocks-'));
  const started: ServerProcess[] = [];
  return {
    async start(name, offset, rateLimits) {
      const clockOffsetFile = join(folder, `${started.length}`);
      const jump = (to: number): Promise<void> => writeFile(clockOffsetFile, String(to));
      await jump(offset);
      const options: ProcessOptions = { clockOffsetFile, ...(rateLimits !== undefined && { rateLimits }) };
      const server = await serverProcess(main, databaseUrl, options);
      started.push(server);
      await server.start();
      return { name, server, jump };
    },
    async stop() {
      await Promise.all(started.map((server) => server.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
