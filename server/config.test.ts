import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ConfigError, localAddress, readConfig, warningsOf } from './config.ts';
import { defaultRateLimits } from './metering/limits/rate-limit.ts';

const mistakesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
};

describe('readConfig', () => {
  it('starts on a laptop with nothing set, listening to this machine alone', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      baseUrl: null,
      dataDir: '.data',
      databaseUrl: null,
      replicaUrl: null,
      metricsPort: null,
      workers: 1,
      logLevel: 'info',
      production: false,
      rateLimits: defaultRateLimits,
      payments: { provider: 'none' },
      upstream: null,
      smtp: null,
      signUp: 'invited',
      logSigningKey: null,
      cachesOff: [],
      cachesBytesMax: null,
      desk: null,
      approvals: 'one',
    });
    expect(localAddress('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
    expect(localAddress('::1', 80)).toBe('http://[::1]:80');
  });

  it('names every mistake at once', () => {
    const found = mistakesOf({ PORT: '80a', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', BASE_URL: 'research.test' });
    expect(found.map((one) => one.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'BASE_URL']);
    expect(mistakesOf({ PORT: '65536' })).toHaveLength(1);
    expect(mistakesOf({ METRICS_PORT: 'x' })).toHaveLength(1);
    expect(mistakesOf({ WORKERS: '2' })).toEqual([expect.stringContaining('DATABASE_URL')]);
    expect(mistakesOf({ WORKERS: '0' })).toHaveLength(1);
    expect(mistakesOf({ PAYMENTS: 'cash', OIDC_ISSUER: 'x', OIDC_CLIENT_ID: 'y' })).toHaveLength(2);
    expect(mistakesOf({ STRIPE_SECRET_KEY: 'sk_test_x' })).toHaveLength(1);
    expect(mistakesOf({ PAYMENTS: 'practice', NODE_ENV: 'production', DATABASE_URL: 'postgres://h/d' })).toHaveLength(
      1,
    );
    expect(mistakesOf({ DATABASE_REPLICA_URL: 'postgres://h/d' })).toHaveLength(1);
    expect(mistakesOf({ RATE_LIMITS: '{"keyed":{"burst":0,"second":1},"other":{}}' })).toHaveLength(3);
    for (const path of ['/a b', '/%61', '/.well-known', '/a/.b', '//a', '/a//b', '/a;b', '/ä'])
      expect(mistakesOf({ BASE_URL: `https://research.test${path}` })).toEqual([
        expect.stringContaining('BASE_URL has a path'),
      ]);
    expect(mistakesOf({ BASE_URL: 'https://user@research.test' })).toHaveLength(1);
  });

  it('bounds the caches together, and refuses less than they need', () => {
    expect(readConfig({ MEMORY_MB: '256' }).cachesBytesMax).toBe(256 * 1024 * 1024);
    for (const MEMORY_MB of ['0', '-1', '1.5', '100', 'much', '1e3'])
      expect(mistakesOf({ MEMORY_MB })).toEqual([
        expect.stringMatching(/^MEMORY_MB must be a whole number from \d+ on/),
      ]);
  });

  it('switches off the caches that it names, and refuses other names', () => {
    expect(readConfig({ CACHES_OFF: 'quoted, verdicts' }).cachesOff).toEqual(['quoted', 'verdicts']);
    expect(mistakesOf({ CACHES_OFF: 'quoted,answers' })).toEqual([expect.stringContaining('names answers: it is')]);
    // A token bucket is state: without it no limit holds.
    expect(mistakesOf({ CACHES_OFF: 'buckets' })).toHaveLength(1);
  });

  it('takes the base address without a trailing slash', () => {
    expect(readConfig({ BASE_URL: 'https://research.test/' }).baseUrl).toBe('https://research.test');
    expect(readConfig({ BASE_URL: 'https://a.test/api/research/' }).baseUrl).toBe('https://a.test/api/research');
  });

  it('refuses the embedded store in production unless it is told to', () => {
    expect(mistakesOf({ NODE_ENV: 'production' })).toHaveLength(1);
    expect(mistakesOf({ NODE_ENV: 'production', ALLOW_EMBEDDED_PRODUCTION: 'no' })).toHaveLength(1);
    expect(mistakesOf({ NODE_ENV: 'production', ALLOW_EMBEDDED_PRODUCTION: 'yes' })).toEqual([]);
    expect(mistakesOf({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/research' })).toEqual([]);
    expect(
      mistakesOf({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/research', HOST: '0.0.0.0' }),
    ).toHaveLength(1);
  });

  it('refuses to be reached in clear in production, unless by this machine alone', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/research' };
    expect(mistakesOf({ ...production, BASE_URL: 'http://research.test' })).toEqual([expect.stringContaining('https')]);
    expect(mistakesOf({ ...production, BASE_URL: 'https://research.test' })).toEqual([]);
    expect(mistakesOf({ ...production, BASE_URL: 'http://127.0.0.1:8080' })).toEqual([]);
    expect(mistakesOf({ ...production, BASE_URL: 'http://localhost.evil.test' })).toHaveLength(1);
    expect(mistakesOf({ BASE_URL: 'http://research.test' })).toEqual([]);
  });

  it('warns of a database that is reached over a wire without verified TLS, and never repeats its password', () => {
    const warned = (databaseUrl: string | null, replicaUrl: string | null = null): readonly string[] =>
      warningsOf({ databaseUrl, replicaUrl });
    const near = [
      'postgres://a:pw@127.0.0.1/d',
      'postgres://a@[::1]:5/d',
      'postgres:///d?host=/run/pg',
      'postgres://localhost/d',
    ];
    const safe = ['verify-full', 'verify-ca', 'require'].map((mode) => `postgres://a:pw@db/d?sslmode=${mode}`);
    for (const url of [...near, ...safe, null]) expect(warned(url)).toEqual([]);
    const bare = [
      'postgres://a:pw@db/d',
      'postgres://a:pw@db/d?sslmode=disable',
      'postgres://a:pw@db/d?sslmode=no-verify',
    ];
    const lax = [
      ...bare,
      'postgres://a:pw@db/d?sslmode=prefer',
      'postgres://a:pw@db/d?sslmode=require&uselibpqcompat=true',
    ];
    for (const url of lax) expect(warned(url)).toEqual([expect.stringContaining('DATABASE_URL')]);
    expect(warned(null, lax[0])).toEqual([expect.stringContaining('DATABASE_REPLICA_URL')]);
    expect(lax.flatMap((url) => warned(url)).join()).not.toMatch(/:pw|a:/);
  });
});

describe('.env.example', () => {
  const read = (): Promise<string> => readFile(new URL('../.env.example', import.meta.url), 'utf8');

  it('has every variable that is read, and none that is not', async () => {
    const [source, example] = await Promise.all([readFile(new URL('config.ts', import.meta.url), 'utf8'), read()]);
    const isRead = [...source.matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g)].map(([, name]) => name);
    const [told = ''] = example.split('# Tests only');
    const named = [...told.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...new Set(named)].toSorted()).toEqual([...new Set(isRead)].toSorted());
  });

  it('as it stands is what a start without it is', async () => {
    const set = [...(await read()).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
    expect(readConfig(Object.fromEntries(set) as Record<string, string>)).toEqual(readConfig({}));
  });
});
