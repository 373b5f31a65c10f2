/** Browser for tests: the one in CHROMIUM_PATH, else a Chromium of the system, else the one that `npm ci` installed. */
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Nothing of the browser's own leaves the machine. */
const quiet = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
/** Options for a machine without a display or a graphics card. */
const bare = ['--no-zygote', '--disable-gpu', '--disable-webgl', '--font-render-hinting=none', '--in-process-gpu'];

export type BrowserBinary = { executablePath: string; args: readonly string[]; env: NodeJS.ProcessEnv };

export async function launch(): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser();
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return chromium.launch({ executablePath, args: [...args], env: Object.fromEntries(set), headless: true });
}

/** Rejects with what to do where there is none. */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<BrowserBinary> {
  const own = env['CHROMIUM_PATH'];
  if (own !== undefined && own !== '') {
    await access(own, constants.X_OK);
    return { executablePath: own, args: quiet, env };
  }
  const installed = systemBrowser(env['PATH'] ?? '');
  if (installed !== null) return { executablePath: installed, args: quiet, env };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('no Chromium found: set CHROMIUM_PATH (the one in npm is for Linux on x86-64)');
  }
  return packaged(env);
}

function systemBrowser(path: string): string | null {
  const places = path.split(delimiter).flatMap((folder) => systemNames.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/**
 * It brings the libraries that a bare machine lacks, and its own fonts; it unpacks both on first use. Its own arguments
 * are not taken: they switch off what keeps origins apart, which is among the things that are tested.
 */
async function packaged(env: NodeJS.ProcessEnv): Promise<BrowserBinary> {
  const { default: packed } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const libraries = join(tmpdir(), 'al2023', 'lib');
  if (!existsSync(libraries)) {
    // The package unpacks them only where it runs as it was made to: in a function of a cloud.
    const entry = import.meta.resolve('@sparticuz/chromium');
    const { inflate } = (await import(new URL('lambdafs.js', entry).href)) as {
      inflate: (path: string) => Promise<string>;
    };
    await inflate(fileURLToPath(new URL('../../bin/al2023.tar.br', entry)));
  }
  return { executablePath, args: [...quiet, ...bare], env: { ...env, LD_LIBRARY_PATH: libraries } };
}
