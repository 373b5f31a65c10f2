// Service in a separate process with the preview data, for programs that use the packed client.
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { frozenBuild } from '../stage/frozen-build.ts';
import { type JourneyServer, startJourneyServer } from '../proof/journeys/server.ts';

export type PreviewService = { server: JourneyServer; key: string; stop(): Promise<void> };

export async function startPreviewService(folder: string): Promise<PreviewService> {
  const build = await frozenBuild();
  const server = await startJourneyServer(build, { DATA_DIR: join(folder, 'data') });
  const stop = async (): Promise<void> => {
    await server.stop();
    await build.remove();
  };
  for (;;) {
    const key = /^preview key: (\S+)$/m.exec(server.log())?.[1];
    if (key !== undefined) return { server, key, stop };
    await setTimeout(20);
  }
}
