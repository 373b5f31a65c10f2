// File of stored keys: one per service, readable by its owner alone, replaced atomically.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../login/clock.ts';
import { Failure } from '../calls/failure.ts';
import { withLock } from './lock.ts';
import type { World } from '../world.ts';

/** Keys by the address of their service; the newest `saved_at` marks the latest login. */
interface Contents {
  readonly version: 1;
  readonly keys: Readonly<Record<string, { readonly key: string; readonly saved_at: string }>>;
}

const empty: Contents = { version: 1, keys: {} };

/** Permission bits of group and others. */
const OTHERS = 0o077;

export class Credentials {
  readonly path: string;
  readonly #hasModes: boolean;
  readonly #clock: Clock;

  constructor({ env, home, platform, clock }: Pick<World, 'env' | 'home' | 'platform' | 'clock'>) {
    // The XDG specification ignores a relative XDG_CONFIG_HOME.
    const xdg = env.XDG_CONFIG_HOME?.startsWith('/') === true ? env.XDG_CONFIG_HOME : join(home, '.config');
    this.path = join(xdg, 'research', 'credentials.json');
    this.#hasModes = platform !== 'win32';
    this.#clock = clock;
  }

  /** The service of the latest login. */
  async latest(): Promise<string | null> {
    const kept = Object.entries((await this.#read()).keys);
    return kept.sort(([, a], [, b]) => (a.saved_at < b.saved_at ? 1 : -1))[0]?.[0] ?? null;
  }

  async keyFor(baseUrl: string): Promise<string | null> {
    const { keys } = await this.#read();
    return Object.hasOwn(keys, baseUrl) ? (keys[baseUrl]?.key ?? null) : null;
  }

  /** Checks that a key can be stored before a login starts, because a key is delivered once. */
  async prepare(): Promise<void> {
    await this.#makeFolder();
    await rm(await this.#writeBeside(await this.#read()));
  }

  async save(baseUrl: string, key: string): Promise<void> {
    await this.#makeFolder();
    await this.#alone(async () => {
      const { keys } = await this.#read();
      const saved_at = new Date(this.#clock.now()).toISOString();
      await this.#write({ version: 1, keys: { ...keys, [baseUrl]: { key, saved_at } } });
    });
  }

  /** Returns false if there was none. The file is deleted with its last key. */
  async remove(baseUrl: string): Promise<boolean> {
    if ((await this.keyFor(baseUrl)) === null) return false;
    return this.#alone(async () => {
      const { keys } = await this.#read();
      const left = Object.fromEntries(Object.entries(keys).filter(([address]) => address !== baseUrl));
      if (Object.keys(left).length === 0) await rm(this.path, { force: true });
      else await this.#write({ version: 1, keys: left });
      return Object.hasOwn(keys, baseUrl);
    });
  }

  /**
   * Serialises read, change and write: two concurrent logins would overwrite each other, and a key is delivered once.
   */
  async #alone<T>(change: () => Promise<T>): Promise<T> {
    return withLock(`${this.path}.lock`, this.#clock, change).catch((thrown: unknown) => {
      throw thrown instanceof Failure ? thrown : this.#unwritable(thrown);
    });
  }

  async #read(): Promise<Contents> {
    const file = await open(this.path, 'r').catch((thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT') return null;
      throw this.#unreadable(codeOf(thrown), 'make it readable for you, or set SERVICE_API_KEY and --base-url');
    });
    if (file === null) return empty;
    try {
      const { mode } = await file.stat();
      if (this.#hasModes && (mode & OTHERS) !== 0) {
        const message = `others may read or change ${this.path} (mode ${(mode & 0o777).toString(8).padStart(4, '0')}), so it is not used`;
        throw new Failure(
          'credentials-unsafe',
          message,
          `chmod 600 '${this.path}', and revoke the key if somebody else could have read it`,
        );
      }
      const contents = parsed(await file.readFile('utf8'));
      if (contents === null) throw this.#unreadable('not as this program writes it', 'remove it, then: research login');
      return contents;
    } finally {
      await file.close();
    }
  }

  #unreadable(why: string, fix: string): Failure {
    return new Failure('credentials-unreadable', `${this.path} cannot be read (${why})`, fix);
  }

  /** Written to a temporary file and renamed, so that a reader finds the old file or the new one, never a part. */
  async #write(contents: Contents): Promise<void> {
    const temporary = await this.#writeBeside(contents);
    try {
      await rename(temporary, this.path);
    } catch (thrown) {
      await rm(temporary, { force: true });
      throw this.#unwritable(thrown);
    }
  }

  async #writeBeside(contents: Contents): Promise<string> {
    const temporary = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(temporary, `${JSON.stringify(contents, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
      return temporary;
    } catch (thrown) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw this.#unwritable(thrown);
    }
  }

  async #makeFolder(): Promise<void> {
    const folder = dirname(this.path);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (this.#hasModes) await chmod(folder, 0o700);
    } catch (thrown) {
      throw this.#unwritable(thrown);
    }
  }

  #unwritable(thrown: unknown): Failure {
    const message = `${this.path} cannot be written (${codeOf(thrown)})`;
    return new Failure('credentials-unwritable', message, 'make its folder writable, or set SERVICE_API_KEY');
  }
}

function parsed(text: string): Contents | null {
  try {
    const value = JSON.parse(text) as Partial<Contents> | null;
    const keys = Object.entries(value?.keys ?? {});
    const isWhole =
      value?.version === 1 && keys.every(([, one]) => typeof one?.key === 'string' && typeof one.saved_at === 'string');
    return isWhole ? { version: 1, keys: Object.fromEntries(keys) } : null;
  } catch {
    return null;
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown failure';
}
