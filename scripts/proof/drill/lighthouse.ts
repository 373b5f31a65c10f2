// Lighthouse on front page, brief, docs and account, as a phone and a desktop see them: at least 95 of 100 in each part.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadPreviewCorpus, previewCorpus } from '../../../server/ingest/release/preview-corpus.ts';
import { directly } from '../../caches/asking.ts';
import { signedInPerson } from '../../caches/person.ts';
import { findBrowser } from '../../stage/browser/launch.ts';
import { withUs } from '../../stage/children.ts';
import { freePort } from '../../stage/listening.ts';
import { startJourneyServer } from '../journeys/server.ts';
import { type FaultPart, type Line, reportFaults, withStore } from './fault-report.ts';

/** The newest version for Node 20. */
const lighthouse = 'lighthouse@12.8.2';
const LEAST = 95;
const paths = ['/', '/brief/KLPF', '/docs/start', '/account'] as const;
const screens = { phone: [], desktop: ['--preset=desktop'] } as const;
const parts = ['performance', 'accessibility', 'best-practices', 'seo'];

const run = promisify(execFile);

export const drillLighthouse = (): Promise<boolean> => reportFaults([{ name: 'lighthouse', run: onPages }]);

const onPages: FaultPart['run'] = (main) =>
  withStore(async (store, { url }) => {
    const folder = await mkdtemp(join(tmpdir(), 'research-lighthouse-'));
    await loadPreviewCorpus(store, previewCorpus);
    const build = { main, admin: pathToFileURL(join(dirname(main), 'admin.js')).href, remove: async () => undefined };
    const server = await startJourneyServer(build, { DATABASE_URL: url });
    try {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
      await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', lighthouse], { cwd: folder });
      const { cookie } = await signedInPerson(server, directly(Number(new URL(server.base).port)), '');
      const lines: Line[] = [];
      for (const path of paths)
        for (const screen of ['phone', 'desktop'] as const)
          lines.push(await judged(folder, { address: `${server.base}${path}`, cookie, screen, path }));
      return lines;
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

type Visit = { address: string; path: string; cookie: string; screen: keyof typeof screens };
type Category = { score: number };
type Audit = { id: string; score: number | null; displayValue?: string };
type Report = { categories: Record<string, Category>; audits: Record<string, Audit> };

async function judged(folder: string, { address, path, cookie, screen }: Visit): Promise<Line> {
  const { categories, audits } = await withBrowser(folder, async (port) => {
    const output = join(folder, 'report.json');
    // The account needs a session, and no search engine may have it.
    const own = [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`, '--skip-audits=is-crawlable'];
    const options = [`--port=${port}`, '--output=json', `--output-path=${output}`, '--quiet', ...screens[screen]];
    const categoriesOption = `--only-categories=${parts.join(',')}`;
    const program = join(folder, 'node_modules/lighthouse/cli/index.js');
    await run(process.execPath, [program, address, ...options, categoriesOption, ...(path === '/account' ? own : [])]);
    return JSON.parse(await readFile(output, 'utf8')) as Report;
  });
  const scores = parts.map((part) => Math.round((categories[part]?.score ?? 0) * 100));
  const passed = scores.every((score) => score >= LEAST);
  const low = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  return {
    done: `${path} on a ${screen}`,
    times: 1,
    seen: parts.map((part, at) => `${part} ${scores[at] ?? 0}`).join(', '),
    limit: `${LEAST} each`,
    passed,
    faults: low.map(({ id, displayValue = '' }) => `${id} ${displayValue}`),
  };
}

/** A browser for one visit: what it keeps would make the next one faster. */
async function withBrowser<T>(folder: string, work: (port: number) => Promise<T>): Promise<T> {
  const { executablePath, args, env } = await findBrowser();
  const port = await freePort();
  const profile = await mkdtemp(join(folder, 'profile-'));
  const own = ['--headless=shell', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'];
  const browser = withUs(spawn(executablePath, [...args, ...own], { env, stdio: 'ignore' }));
  try {
    return await work(port);
  } finally {
    browser.kill();
  }
}
