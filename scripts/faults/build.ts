// The server as it is built, frozen for one run: whoever edits the tree or builds it again meanwhile changes nothing in here.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

export type Build = { main: string; remove(): Promise<void> };

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const ensureBuild = `const { ensureBuild } = await import('./scripts/start.js'); await ensureBuild();`;
const BUILD_LOCK = 20_261_005;

/** Test files run at once and share one .build: the database named by `lockOn` lets one after the other bring it up to date. */
export async function frozenBuild(lockOn: string): Promise<Build> {
  const client = new pg.Client({ connectionString: lockOn });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'research-build-'));
  try {
    await client.query('select pg_advisory_lock($1)', [BUILD_LOCK]);
    await run(process.execPath, ['--input-type=module', '-e', ensureBuild], { cwd: root });
    // The pictures that the browser tests leave there are nobody's code.
    const isCode = (path: string): boolean => !path.startsWith(join(root, '.build', 'journeys'));
    await cp(join(root, '.build'), folder, { recursive: true, filter: isCode });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  } finally {
    await client.end();
  }
  return {
    main: join(folder, 'server', 'main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
