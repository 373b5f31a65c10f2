// File of stored keys: its place, its permissions, when it is refused, and which key goes to which service.
import { chmod, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localAddress } from '../../settings.ts';
import { systemClock } from '../../login/clock.ts';
import { virtualClock } from '../../testing/scripted-server.ts';
import { Credentials } from './credentials.ts';
import { LEFT_BEHIND_MS } from './lock.ts';
import { bench, makeHome, testKey } from '../testing/world.ts';
import { recordedText } from '../../../server/testing/recordings.ts';

const [one, two] = ['http://one.test', 'http://two.test'];
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

async function kept(home: string): Promise<Credentials> {
  const clock = virtualClock();
  const credentials = new Credentials({ env: {}, home, platform: 'linux', clock });
  await credentials.save(one, 'ri_live_one000000000');
  await clock.sleep(1_000);
  await credentials.save(two, 'ri_live_two000000000');
  return credentials;
}

describe('the file of keys', () => {
  it('is for its owner alone, whole, and alone in its folder', async () => {
    const home = await makeHome();
    const { path } = await kept(home);
    expect(path).toBe(join(home, '.config/research/credentials.json'));
    expect([await modeOf(path), await modeOf(dirname(path))]).toEqual(['600', '700']);
    expect(await readdir(dirname(path))).toEqual(['credentials.json']);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      version: 1,
      keys: { [one]: { key: 'ri_live_one000000000' } },
    });
  });

  it('is where XDG_CONFIG_HOME says, unless that is not an absolute path', async () => {
    const world = { home: '/people/ines', platform: 'linux', clock: virtualClock() };
    expect(new Credentials({ ...world, env: { XDG_CONFIG_HOME: '/etc/mine' } }).path).toBe(
      '/etc/mine/research/credentials.json',
    );
    for (const relative of ['', 'mine'])
      expect(new Credentials({ ...world, env: { XDG_CONFIG_HOME: relative } }).path).toBe(
        '/people/ines/.config/research/credentials.json',
      );
  });

  it('keeps services apart, names the one logged in to last, and goes with its last key', async () => {
    const credentials = await kept(await makeHome());
    expect([
      await credentials.keyFor(one),
      await credentials.keyFor('http://three.test'),
      await credentials.keyFor('__proto__'),
    ]).toEqual(['ri_live_one000000000', null, null]);
    expect(await credentials.latest()).toBe(two);
    expect([await credentials.remove(two), await credentials.remove(two), await credentials.latest()]).toEqual([
      true,
      false,
      one,
    ]);
    expect(await credentials.remove(one)).toBe(true);
    expect(await readdir(dirname(credentials.path))).toEqual([]);
  });

  it('keeps every key of logins that end at once, and one logout among them takes its own alone', async () => {
    const home = await makeHome();
    const program = (): Credentials => new Credentials({ env: {}, home, platform: 'linux', clock: systemClock });
    const addresses = Array.from({ length: 8 }, (_, at) => `http://service-${at}.test`);
    await program().save(one, 'ri_live_one000000000');
    await Promise.all([
      ...addresses.map((address, at) => program().save(address, `ri_live_${at}`)),
      program().remove(one),
    ]);
    const { path } = program();
    const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: object };
    expect(Object.keys(keys).toSorted()).toEqual(addresses);
    expect(await readdir(dirname(path))).toEqual(['credentials.json']);
  });

  it('is not blocked for good by a program that was killed while it wrote, and waits for one that is at work', async () => {
    const home = await makeHome();
    const { path } = await kept(home);
    const clock = virtualClock();
    const credentials = new Credentials({ env: {}, home, platform: 'linux', clock });
    await writeFile(`${path}.lock`, 'killed');
    await credentials.save('http://three.test', 'ri_live_three0000000');
    const waited = clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect([waited >= LEFT_BEHIND_MS, waited < 2 * LEFT_BEHIND_MS]).toEqual([true, true]);
    expect(await credentials.keyFor(one)).toBe('ri_live_one000000000');
    expect(await readdir(dirname(path))).toEqual(['credentials.json']);

    // Other programs take turns: no single lock is old, however long the wait is in all.
    let turns = 1_000;
    const sleep = async (milliseconds: number): Promise<void> => {
      turns -= 1;
      await (turns === 0 ? rm(`${path}.lock`) : writeFile(`${path}.lock`, `at work ${turns}`));
      await clock.sleep(milliseconds);
    };
    await writeFile(`${path}.lock`, 'at work');
    const patient = new Credentials({ env: {}, home, platform: 'linux', clock: { ...clock, sleep } });
    await patient.save(one, 'ri_live_again0000000');
    expect([turns, await patient.keyFor(one)]).toEqual([0, 'ri_live_again0000000']);
  });

  it('is said to be unwritable where what lies in the way of its lock can be neither made nor read', async () => {
    const credentials = new Credentials({
      env: {},
      home: await makeHome(),
      platform: 'linux',
      clock: virtualClock(),
    });
    await mkdir(`${credentials.path}.lock`, { recursive: true });
    await expect(credentials.save(one, 'ri_live_one000000000')).rejects.toMatchObject({
      code: 'credentials-unwritable',
      message: `${credentials.path} cannot be written (EISDIR)`,
    });
  });

  it('is tried before a login without anything being left behind', async () => {
    const home = await makeHome();
    const credentials = new Credentials({ env: {}, home, platform: 'linux', clock: virtualClock() });
    await credentials.prepare();
    expect(await readdir(dirname(credentials.path))).toEqual([]);
    const file = join(home, 'file');
    await writeFile(file, '');
    const nowhere = new Credentials({ env: { XDG_CONFIG_HOME: file }, home, platform: 'linux', clock: virtualClock() });
    await expect(nowhere.prepare()).rejects.toMatchObject({
      fix: expect.stringContaining('SERVICE_API_KEY') as string,
    });
  });

  it('is not used where others may read or change it, and that is said with its fix', async () => {
    const home = await makeHome();
    const { path } = await kept(home);
    for (const mode of [0o640, 0o604, 0o620, 0o602]) {
      await chmod(path, mode);
      const { research, asked } = await bench({ home, env: { SERVICE_API_KEY: '' } });
      const ran = await research('status');
      expect([ran.code, asked.length]).toEqual([3, 0]);
      expect(ran.err.replace(/\s+/g, ' ')).toContain(`chmod 600 '${path}'`.replace(/\s+/g, ' '));
    }
    await chmod(path, 0o644);
    const windows = new Credentials({ env: {}, home, platform: 'win32', clock: virtualClock() });
    expect(await windows.latest()).toBe(two);
  });

  it('is said to be broken where it is, and kept as it is', async () => {
    for (const text of ['', '{', '[]', 'null', '{"version":2,"keys":{}}', '{"version":1,"keys":{"x":{}}}']) {
      const home = await makeHome();
      const path = join(home, '.config/research/credentials.json');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode: 0o600 });
      const { research } = await bench({ home, env: { SERVICE_API_KEY: '' } });
      const ran = await research('status', '--json');
      expect([text, ran.code, (JSON.parse(ran.err) as { code: string }).code]).toEqual([
        text,
        3,
        'credentials-unreadable',
      ]);
      expect(await readFile(path, 'utf8')).toBe(text);
    }
  });
});

describe('the key of a run', () => {
  it('is that of the environment, for no service that nobody named, else the one kept for the service last logged in to', async () => {
    const home = await makeHome();
    await kept(home);
    const body = recordedText('live-status');
    const cases = [
      [{ SERVICE_API_KEY: testKey }, [], localAddress, testKey],
      [{ SERVICE_API_KEY: '' }, [], two, 'ri_live_two000000000'],
      [{ SERVICE_API_KEY: ' ' }, ['--base-url', `${one}/`], one, 'ri_live_one000000000'],
      [{ SERVICE_API_KEY: testKey }, ['--base-url', one], one, testKey],
    ] as const;
    for (const [env, args, service, key] of cases) {
      const { research, asked } = await bench({
        home,
        env: { XDG_CONFIG_HOME: join(home, '.config'), ...env },
        play: () => ({ body }),
      });
      const ran = await research('status', ...args);
      expect([ran.code, asked[0]?.authorization]).toEqual([0, `Bearer ${key}`]);
      expect(ran.out).toContain(service);
    }
  });

  it('is missed before anything is sent, and where none is needed none is sent', async () => {
    const { research, asked } = await bench({ env: { SERVICE_API_KEY: '' } });
    const ran = await research('brief', 'NWTB');
    expect([ran.code, asked.length]).toEqual([3, 0]);
    expect(ran.err.replace(/\s+/g, ' ')).toContain('there is no key for http://research.test, and nothing was sent');
    const body = recordedText('tickers');
    const free = await bench({ play: () => ({ body }) });
    expect((await free.research('tickers')).code).toBe(0);
    expect(free.asked[0]?.authorization).toBeNull();
    const broken = await bench({ env: { SERVICE_API_KEY: 'ri_live_ü\u0000' } });
    expect([(await broken.research('status')).code, broken.asked.length]).toEqual([3, 0]);
  });

  it('is forgotten by logout, which says where it is revoked', async () => {
    const home = await makeHome();
    const credentials = await kept(home);
    const env = { SERVICE_API_KEY: '', XDG_CONFIG_HOME: join(home, '.config') };
    const { research, asked } = await bench({ home, env });
    const ran = await research('logout');
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(`${two}/account/keys`);
    expect(await credentials.keyFor(two)).toBeNull();
    expect((await research('logout', '--base-url', two)).out).toContain('No key is kept');
    expect(JSON.parse((await research('logout', '--json')).out)).toEqual({
      removed: true,
      base_url: one,
      revoke_at: `${one}/account/keys`,
      key_in_environment: false,
    });
    expect(asked).toEqual([]);
  });

  it('is forgotten for the service last logged in to, also where the environment has a key of its own', async () => {
    const home = await makeHome();
    const credentials = await kept(home);
    const env = { SERVICE_API_KEY: testKey, XDG_CONFIG_HOME: join(home, '.config') };
    const { research, asked } = await bench({ home, env });
    expect(JSON.parse((await research('logout', '--json')).out)).toMatchObject({
      removed: true,
      base_url: two,
      key_in_environment: true,
    });
    expect([await credentials.keyFor(one), asked]).toEqual(['ri_live_one000000000', []]);
  });
});
