// A service in a process of its own with the preview data, for programs that use the packed client.
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JourneyServer, startJourneyServer } from '../journeys/server.ts';

export type PreviewService = { server: JourneyServer; key: string };

export async function startPreviewService(folder: string): Promise<PreviewService> {
  const at = (name: string): URL => new URL(`../../server/${name}`, import.meta.url);
  const program = { main: fileURLToPath(at('main.ts')), admin: at('admin.ts').href, options: ['--import', 'tsx'] };
  const server = await startJourneyServer(program, { DATA_DIR: join(folder, 'data') });
  for (;;) {
    const key = /^preview key: (\S+)$/m.exec(server.log())?.[1];
    if (key !== undefined) return { server, key };
    await setTimeout(20);
  }
}
