/** Configuration: all environment variables, checked together. Only `main.ts` adds options over them. */
import { availableParallelism } from 'node:os';
import { cachesBytesOf, cachesOffOf } from './memory/cache-settings.ts';
import type { CacheName } from './memory/caches.ts';
import { type SmtpServer, readSmtpAddress } from './mail/smtp-address.ts';
import type { Approvals } from './ingest/review/approvals.ts';
import type { RateLimits } from './metering/limits/rate-limit.ts';
import { readRateLimits } from './metering/limits/read-rate-limits.ts';
import type { Payments, SignUp, UpstreamSignIn } from './pages/shell/context.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /**
   * Base of all links, problem types and next pages, without a trailing slash; a Host header never counts. Null: the
   * listening address.
   */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** A replica of the database; research is read from it once it has caught up. */
  readonly replicaUrl: string | null;
  /** Port of the separate listener for metrics; null: no metrics are served. */
  readonly metricsPort: number | null;
  /** Number of serving processes. */
  readonly workers: number;
  readonly logLevel: string;
  readonly production: boolean;
  readonly rateLimits: RateLimits;
  readonly payments: Payments;
  /** The operator's identity provider; null: people sign in with passwords only. */
  readonly upstream: UpstreamSignIn | null;
  /** The mail server; null: the operator hands over the links. */
  readonly smtp: SmtpServer | null;
  readonly signUp: SignUp;
  /** The key that signs the public log, 32 bytes; null: the first start makes one. */
  readonly logSigningKey: Buffer | null;
  /** Approvals of a staged set before its release. */
  readonly approvals: Approvals;
  /** The address of the operator's desk; null: there is no desk. */
  readonly desk: { readonly host: string; readonly port: number } | null;
  /** Caches without use, for a measurement of what each saves. */
  readonly cachesOff: readonly CacheName[];
  /** Bound of all caches of a process together; null: as in the catalogue. */
  readonly cachesBytesMax: number | null;
}

/** Thrown with all mistakes of the environment, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`the environment is not usable:\n${mistakes.map((one) => `  ${one}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const loopback = ['127.0.0.1', '::1', 'localhost'];

export function readConfig(environment: Environment = process.env): Config {
  const mistakes: string[] = [];
  const port = portOf(environment, 'PORT', mistakes) ?? 8080;
  const metricsPort = portOf(environment, 'METRICS_PORT', mistakes);
  const host = environment['HOST'] || '127.0.0.1';
  const databaseUrl = environment['DATABASE_URL'] || null;
  const production = environment['NODE_ENV'] === 'production';
  const logLevel = environment['LOG_LEVEL'] || 'info';
  if (!levels.includes(logLevel)) mistakes.push(`LOG_LEVEL must be one of ${levels.join(', ')}`);
  const replicaUrl = environment['DATABASE_REPLICA_URL'] || null;
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl })) {
    if (url !== null && !/^postgres(ql)?:\/\//.test(url))
      mistakes.push(`${name} must start with postgres:// or postgresql://`);
  }
  if (replicaUrl !== null && databaseUrl === null) mistakes.push('DATABASE_REPLICA_URL needs DATABASE_URL');
  const workers = workersOf(environment, { databaseUrl, mistakes });
  if (production && databaseUrl === null && !isYes(environment['ALLOW_EMBEDDED_PRODUCTION'])) {
    mistakes.push(
      'NODE_ENV=production needs DATABASE_URL: the embedded store survives a killed process, but not a power loss. ' +
        'Set ALLOW_EMBEDDED_PRODUCTION=yes to run on it all the same',
    );
  }
  if (production && !loopback.includes(host) && !environment['BASE_URL']) {
    mistakes.push('BASE_URL is needed in production when HOST is not a loopback address');
  }
  const baseUrl = baseUrlOf(environment, mistakes);
  if (production && baseUrl !== null && !isSafeAddress(baseUrl)) {
    mistakes.push('BASE_URL must be an https address in production: keys and sign-ins would go over the wire in clear');
  }
  const rateLimits = readRateLimits(environment['RATE_LIMITS'], mistakes);
  const payments = paymentsOf(environment, { production, mistakes });
  const upstream = upstreamOf(environment, mistakes);
  const smtp = readSmtpAddress(environment['SMTP_URL'], mistakes);
  const desk = deskOf(environment, mistakes);
  const approvals = approvalsOf(environment, mistakes);
  const signUp = signUpOf(environment, { canProve: smtp !== null || upstream !== null, mistakes });
  const cachesOff = cachesOffOf(environment['CACHES_OFF'], mistakes);
  const cachesBytesMax = cachesBytesOf(environment['MEMORY_MB'], mistakes);
  const logSigningKey = logSigningKeyOf(environment, mistakes);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const dataDir = environment['DATA_DIR'] || '.data';
  return {
    port,
    host,
    baseUrl,
    dataDir,
    databaseUrl,
    replicaUrl,
    metricsPort,
    workers,
    logLevel,
    production,
    rateLimits,
    payments,
    upstream,
    smtp,
    signUp,
    desk,
    approvals,
    logSigningKey,
    cachesOff,
    cachesBytesMax,
  };
}

function portOf(environment: Environment, name: string, mistakes: string[]): number | null {
  const text = environment[name] || null;
  if (text === null) return null;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  mistakes.push(`${name} must be a whole number from 0 to 65535`);
  return null;
}

const LOG_KEY_BYTES = 32;

function logSigningKeyOf(environment: Environment, mistakes: string[]): Buffer | null {
  const text = environment['LOG_SIGNING_KEY'] || null;
  if (text === null) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === LOG_KEY_BYTES && bytes.toString('base64') === text) return bytes;
  mistakes.push(
    `LOG_SIGNING_KEY must be ${LOG_KEY_BYTES} random bytes in base64, as openssl rand -base64 ${LOG_KEY_BYTES} prints them`,
  );
  return null;
}

function approvalsOf(environment: Environment, mistakes: string[]): Approvals {
  const wanted = environment['RELEASE_APPROVAL'] || 'one';
  if (wanted !== 'one' && wanted !== 'two') mistakes.push('RELEASE_APPROVAL must be one or two');
  return wanted === 'two' ? 'two' : 'one';
}

/** `8090` on the loopback address, or `HOST:PORT`. */
function deskOf(environment: Environment, mistakes: string[]): Config['desk'] {
  const text = environment['DESK_PORT'] || null;
  if (text === null) return null;
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const isHost = /^(\[[0-9a-f:]+\]|[\w.-]+)$/i.test(host);
  if (digits !== '' && isHost && Number(digits) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(digits) };
  mistakes.push('DESK_PORT must be a port such as 8090, or an address such as 10.0.0.5:8090');
  return null;
}

const WORKERS_MAX = 256;

/** `auto` is one for each core that this process may use. */
function workersOf(
  environment: Environment,
  { databaseUrl, mistakes }: { databaseUrl: string | null; mistakes: string[] },
): number {
  const text = environment['WORKERS'] || '1';
  const count = text === 'auto' ? availableParallelism() : Number(text);
  if (!Number.isInteger(count) || count < 1 || count > WORKERS_MAX) {
    mistakes.push(`WORKERS must be a whole number from 1 to ${WORKERS_MAX}, or auto`);
    return 1;
  }
  if (count > 1 && databaseUrl === null) {
    mistakes.push('WORKERS above 1 needs DATABASE_URL: one process alone can have the embedded store open');
  }
  return count;
}

/**
 * Stripe if configured. Practice grants without payment, so it needs a setup that cannot be mistaken for a real sale.
 */
function paymentsOf(
  environment: Environment,
  { production, mistakes }: { production: boolean; mistakes: string[] },
): Payments {
  const [secretKey, webhookSecret] = [
    environment['STRIPE_SECRET_KEY'] || '',
    environment['STRIPE_WEBHOOK_SECRET'] || '',
  ];
  const wanted = environment['PAYMENTS'] || (secretKey === '' ? 'none' : 'stripe');
  if (!['none', 'stripe', 'practice'].includes(wanted)) mistakes.push('PAYMENTS must be none, stripe or practice');
  if (wanted === 'practice' && production)
    mistakes.push('PAYMENTS=practice is refused in production: nobody would pay');
  if (wanted === 'stripe' && (secretKey === '' || webhookSecret === '')) {
    mistakes.push('PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET');
  }
  if (wanted === 'stripe') return { provider: 'stripe', secretKey, webhookSecret };
  return { provider: wanted === 'practice' ? 'practice' : 'none' };
}

function upstreamOf(environment: Environment, mistakes: string[]): UpstreamSignIn | null {
  const [issuer = '', clientId = '', clientSecret = ''] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].map(
    (name) => environment[name] || '',
  );
  if (issuer === '' && clientId === '' && clientSecret === '') return null;
  if (issuer === '' || clientId === '' || clientSecret === '') {
    mistakes.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together or not at all');
  } else if (!isSafeAddress(issuer)) {
    mistakes.push('OIDC_ISSUER must be an https address such as https://login.example.com');
  }
  return { issuer, clientId, clientSecret };
}

/** Open sign-up needs a way to prove an address. */
function signUpOf(environment: Environment, { canProve, mistakes }: { canProve: boolean; mistakes: string[] }): SignUp {
  const wanted = environment['SIGN_UP'] || 'invited';
  if (wanted !== 'open' && wanted !== 'invited') mistakes.push('SIGN_UP must be open or invited');
  if (wanted === 'open' && !canProve)
    mistakes.push('SIGN_UP=open needs SMTP_URL or OIDC_ISSUER: an address is proved by a mail or by a provider');
  return wanted === 'open' ? 'open' : 'invited';
}

/** Plain http only to this machine: on a network, others could read it and forge either end. */
function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname.replace(/^\[|\]$/g, '')));
}

/**
 * A path that needs no encoding in a link, a cookie's Path or a proxy's configuration. No segment begins with a dot.
 */
const ownPath = /^(\/[\w-][\w.-]*)*\/?$/;

function baseUrlOf(environment: Environment, mistakes: string[]): string | null {
  const text = environment['BASE_URL'];
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    mistakes.push('BASE_URL must be an address such as https://research.example.com');
    return null;
  }
  if (!ownPath.test(url.pathname)) {
    mistakes.push(
      'BASE_URL has a path that it cannot have: use letters, digits, - and _, such as https://example.com/research',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

/** Warnings for the log of every start; they are not mistakes. */
export function warningsOf({ databaseUrl, replicaUrl }: Pick<Config, 'databaseUrl' | 'replicaUrl'>): string[] {
  return Object.entries({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl })
    .filter(([, url]) => url !== null && isInClear(url))
    .map(
      ([name]) =>
        `${name} leads to another machine without verified TLS: add ?sslmode=verify-full, or see that nobody is between`,
    );
}

/** The driver treats `require` and `verify-ca` as `verify-full`. */
function isInClear(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  const isLocal = host === '' || host.startsWith('/') || loopback.includes(host.replace(/^\[|\]$/g, ''));
  const isVerified = ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '');
  return !isLocal && !(isVerified && !searchParams.has('uselibpqcompat'));
}

/** Address of the desk for a browser; null if there is no desk. */
export function deskAddress({ desk }: Pick<Config, 'desk'>): string | null {
  return desk === null ? null : localAddress(desk.host, desk.port);
}

/** The address that a person on this machine types for a listening address. */
export function localAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function isYes(text: string | undefined): boolean {
  return text !== undefined && /^(1|yes|true)$/i.test(text);
}
