// Secret canaries: every kind of secret is used and misused on two services, then searched in all their output.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountBench } from '../../server/admin/testing/account-bench.ts';
import { noRateLimitsSetting } from '../../server/metering/testing/rate-limits.ts';
import { type OidcProvider, oidcClient, startOidcProvider } from '../../server/pages/testing/oidc-provider.ts';
import { type Store, openStore } from '../../server/store/engine/engine.ts';
import { type Build, frozenBuild } from '../stage/frozen-build.ts';
import { livingFiles } from '../stage/living-files.ts';
import { type Crashable, startServer } from '../stage/test-postgres.ts';
import { isRecognised, misuse } from './canary/misuse.ts';
import { printedBy } from './canary/run-command.ts';
import { type Secret, formsOf, leaksIn, mayHold } from './canary/secrets.ts';
import { useAsMeant } from './canary/traffic.ts';
import { Service } from './canary/watched.ts';

const TIME_MAX = 600_000;
const stripe = {
  key: `sk_test_canary${randomBytes(16).toString('hex')}`,
  webhook: `whsec_canary${randomBytes(16).toString('hex')}`,
};

let build: Build;
let postgres: Crashable;
let store: Store;
let provider: OidcProvider;
let folder: string;
let metrics = '';
let commands = '';
const services: Service[] = [];
const secrets: Secret[] = [];
/** Cursor signing keys are stored on purpose, in the database and in exports. */
const cursorKeys: Secret[] = [];
let misused = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'research-canary-'));
  [build, postgres] = await Promise.all([frozenBuild(), startServer()]);
  provider = await startOidcProvider();
  const shared = {
    DATABASE_URL: postgres.url,
    RATE_LIMITS: noRateLimitsSetting,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.clientId,
    OIDC_CLIENT_SECRET: oidcClient.clientSecret,
  };
  const ofOperator = [
    { kind: 'database password', value: new URL(postgres.url).password },
    { kind: 'OIDC client secret', value: oidcClient.clientSecret },
    { kind: 'Stripe secret', value: stripe.key },
    { kind: 'Stripe secret', value: stripe.webhook },
  ] as const;
  secrets.push(...ofOperator);
  const paying = { NODE_ENV: 'production', STRIPE_SECRET_KEY: stripe.key, STRIPE_WEBHOOK_SECRET: stripe.webhook };
  for (const [name, own] of [
    ['production', paying],
    ['development', { PAYMENTS: 'practice' }],
  ] as const) {
    const service = await Service.start(build.main, { ...shared, ...own });
    services.push(service);
    store ??= await openStore({ databaseUrl: postgres.url });
    const passInterval = (): Promise<unknown> => store.db.raw('update device_grant set polled_at = null');
    const admin = accountBench(store, new Date().toISOString());
    const made = await useAsMeant({ service, admin, provider, webhookSecret: stripe.webhook, passInterval }, name);
    secrets.push(...made.secrets);
    // One secret of each kind stands for all of its kind.
    const kinds = new Map(made.secrets.filter(isRecognised).map((secret) => [secret.kind, secret]));
    for (const secret of kinds.values()) misused += await misuse(service, secret);
    // Sign-in attempts are limited by address, and this whole test has one address.
    await store.db.raw('delete from rate_window');
    metrics += await (await fetch(service.metrics)).text();
  }
  for (const { secret } of (await store.db.raw('select secret from cursor_key')).rows as { secret: Buffer }[]) {
    for (const coding of ['base64', 'base64url', 'hex', 'latin1'] as const) {
      cursorKeys.push({ kind: 'cursor key', value: secret.toString(coding) });
    }
  }
  commands = await wrongCommands(shared);
  await accountBench(store).reported('export', join(folder, 'export.gz'));
  // After the stop, the output is complete.
  await Promise.all(services.map((service) => service.stop()));
}, TIME_MAX);
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await provider?.close();
  await store?.close();
  await postgres?.stop();
  await build?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Failing commands with secrets in the wrong place. */
async function wrongCommands(env: { DATABASE_URL: string }): Promise<string> {
  const key = secrets.find(({ kind }) => kind === 'API key')?.value ?? '';
  const closed = new URL(env.DATABASE_URL);
  closed.port = '1';
  const nobody = new URL(env.DATABASE_URL);
  nobody.username = 'nobody';
  const printed: string[] = [];
  for (const [args, url] of [
    [['revoke-key', key], env.DATABASE_URL],
    [['revoke-key', key, '--json'], env.DATABASE_URL],
    [['list-keys'], env.DATABASE_URL],
    [['list-keys', '--json'], env.DATABASE_URL],
    [['list-workspaces'], env.DATABASE_URL],
    [['list-connections'], env.DATABASE_URL],
    [['end-sessions', key], env.DATABASE_URL],
    [[key], env.DATABASE_URL],
    [['create-key', '--workspace', key], env.DATABASE_URL],
    [['list-keys', `--${key}`], env.DATABASE_URL],
    [['list-keys'], closed.href],
    [['list-keys'], nobody.href],
    [['list-keys'], `${env.DATABASE_URL}?sslmode=verify-full`],
    [['migrate-to', closed.href], env.DATABASE_URL],
  ] as const) {
    printed.push(await printedBy(build, args, { DATABASE_URL: url }));
  }
  expect(printed.filter((one) => one === '')).toEqual([]);
  return printed.join('\n');
}

describe('every secret', () => {
  it('was made, of each kind, and used and misused', () => {
    const kinds = new Map<string, number>();
    for (const { kind } of [...secrets, ...cursorKeys]) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(kinds.size).toBe(17);
    expect(Math.min(...kinds.values())).toBeGreaterThan(0);
    expect(new Set(secrets.map(({ value }) => value)).size).toBeGreaterThan(40);
    expect(misused).toBeGreaterThan(1_500);
    const statuses = services.flatMap(({ heard }) => heard).length;
    expect(statuses).toBeGreaterThan(misused);
  });

  it('is in no answer but the one that delivers it', () => {
    const found: string[] = [];
    let delivered = 0;
    for (const { asked, text } of services.flatMap(({ heard }) => heard)) {
      const others = [...secrets, ...cursorKeys].filter((secret) => !mayHold(secret, asked));
      found.push(...leaksIn(text, others).map((leak) => `${asked.slice(0, 80)}: ${leak}`));
      delivered += secrets.filter((secret) => mayHold(secret, asked) && text.includes(secret.value)).length;
    }
    expect([...new Set(found)].slice(0, 40)).toEqual([]);
    expect(delivered).toBeGreaterThan(30);
  });

  it('is in no line of the log', () => {
    for (const { printed } of services) {
      expect(leaksIn(printed, [...secrets, ...cursorKeys])).toEqual([]);
      // The log must contain events and request ids, or its silence proves nothing.
      expect(printed).toMatch(/"event":"signed-in"/);
      expect(printed).toContain('"requestId":"canary-');
      expect(printed.split('\n').length).toBeGreaterThan(200);
    }
  });

  it('is in no metric, and in nothing that a wrong command prints', () => {
    expect(metrics).toMatch(/requests_total\{/);
    expect(leaksIn(metrics, [...secrets, ...cursorKeys])).toEqual([]);
    expect(commands).toContain('canary-production');
    expect(leaksIn(commands, [...secrets, ...cursorKeys])).toEqual([]);
  });

  it('is in no export', () => {
    const text = gunzipSync(readFileSync(join(folder, 'export.gz'))).toString();
    expect(text).toContain('canary-production');
    expect(leaksIn(text, secrets)).toEqual([]);
  });

  it('is in no file of the database, its log of changes included', { timeout: TIME_MAX }, async () => {
    const { found, bytes, canaries } = await searchDatabase(secrets);
    expect(found).toEqual([]);
    expect([bytes > 20_000_000, canaries > 10]).toEqual([true, true]);
  });
});

type SearchResult = { found: string[]; bytes: number; canaries: number };

async function searchDatabase(wanted: readonly Secret[]): Promise<SearchResult> {
  await store.db.raw('checkpoint');
  const searched: SearchResult = { found: [], bytes: 0, canaries: 0 };
  for (const { name, text } of livingFiles(postgres.place.data)) {
    searched.bytes += text.length;
    searched.canaries += text.split('canary-production').length - 1;
    searched.found.push(...leaksIn(text, wanted).map((leak) => `${name}: ${leak}`));
  }
  return searched;
}

describe('a leak that is planted', () => {
  const planted: Secret = { kind: 'API key', value: `ri_live_${randomBytes(40).toString('hex').slice(0, 49)}` };

  it('is found in every form, wherever it begins', () => {
    const password: Secret = { kind: 'password', value: 'a canary & grain+%"é' };
    const forms = [planted, password].flatMap((secret) => formsOf(secret.value).map((form) => [secret, form] as const));
    for (const [secret, form] of forms) expect(leaksIn(`x${form}x`, [secret])).toHaveLength(1);
    for (const before of ['', 'a', 'ab', 'abc', 'Bearer ', 'key=']) {
      for (const secret of [planted, password]) {
        const coded = Buffer.from(`${before}${secret.value} and more`);
        for (const coding of ['base64', 'base64url', 'hex', 'utf8'] as const) {
          expect([before, coding, leaksIn(coded.toString(coding), [secret]).length]).toEqual([before, coding, 1]);
        }
      }
    }
    expect(leaksIn('ri_live_[secret]', [planted])).toEqual([]);
    expect(forms.length).toBeGreaterThan(15);
  });

  it(
    'is found in the database: in a table, and after it is deleted in its log of changes',
    { timeout: TIME_MAX },
    async () => {
      await store.db.raw('create table planted (note text)');
      // The write-ahead log starts each 8 KB page with a header, which may split a value; so the value is planted
      // several times.
      const note = Buffer.from(`token ${planted.value}`).toString('base64');
      for (let row = 0; row < 5; row += 1) await store.db.raw('insert into planted values (?)', [note]);
      const { found } = await searchDatabase([planted]);
      expect(found.length).toBeGreaterThan(1);
      await store.db.raw('drop table planted');
      expect((await searchDatabase([planted])).found.length).toBeGreaterThan(0);
    },
  );

  it('is found in an answer, a line of the log, and a file', () => {
    const line = JSON.stringify({ level: 30, msg: `used ${planted.value}` });
    const file = join(folder, 'planted');
    writeFileSync(file, `\u0000${planted.value.slice(8, 51)}\u0001`, 'latin1');
    for (const text of [line, readFileSync(file, 'latin1'), `location: /?token=${planted.value}`]) {
      expect(leaksIn(text, [planted])).toHaveLength(1);
    }
    expect([mayHold(planted, 'GET /v1/status'), mayHold(planted, 'POST /account/keys')]).toEqual([false, true]);
  });
});
