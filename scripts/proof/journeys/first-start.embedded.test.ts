// The first start on a laptop: nothing installed, the printed key works as pasted, and the operator's commands reach the running server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from 'playwright-core';
import { readText } from '../../stage/browser/whole-page.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { arrive, invited, makeWorkspace } from './people.ts';
import { type JourneyServer, startJourneyServer } from './server.ts';
import { briefOf } from './terminal.ts';
import { openBrowser, visit } from './visitor.ts';

let folder: string;
let browser: Browser;
let build: Build;
let server: JourneyServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-first-start-'));
  [browser, build] = await Promise.all([openBrowser(), frozenBuild()]);
  server = await startJourneyServer(build, { DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await build?.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('the first start', () => {
  it('prints a preview key that reads a brief', async () => {
    const said = (): string | undefined => /^preview key: (\S+)$/m.exec(server.log())?.[1];
    await vi.waitUntil(said, { timeout: 300_000 });
    expect((await briefOf(server.base, said() ?? '')).status).toBe(200);
  });

  it('shows the preview to anybody, and takes in a person whom the operator invites', async () => {
    const visitor = await visit(browser, server.base);
    expect(await visitor.open('/')).toBe(200);
    expect(await readText(visitor.page)).toContain('No live research is released here yet.');
    const workspace = await makeWorkspace(server, 'First desk');
    await arrive(visitor.page, await invited(server, { email: 'ada@people.example', workspace, role: 'admin' }));
    expect(await visitor.page.getByRole('heading', { level: 1 }).innerText()).toBe('Account');
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  });
});
