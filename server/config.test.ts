import { describe, expect, it } from 'vitest';
import { ConfigError, localAddress, readConfig } from './config.ts';
import { defaultRateLimits } from './metering/rate-limit.ts';

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
    expect(mistakesOf({ BASE_URL: 'https://research.test/api' })).toHaveLength(1);
    expect(mistakesOf({ BASE_URL: 'https://user@research.test' })).toHaveLength(1);
  });

  it('takes the base address without a trailing slash', () => {
    expect(readConfig({ BASE_URL: 'https://research.test/' }).baseUrl).toBe('https://research.test');
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
});
