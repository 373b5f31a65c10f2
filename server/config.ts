/** The only reader of the environment: every variable, checked all at once, so that one start names every mistake. */

export interface Config {
  readonly port: number;
  readonly host: string;
  /**
   * Without a trailing slash; links, problem types and next pages are built from it alone, never from a Host header.
   * Null: the address that is listened on.
   */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly logLevel: string;
  readonly production: boolean;
}

/** Raised with every mistake of the environment, one a line. */
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
  const port = portOf(environment, mistakes);
  const host = environment['HOST'] || '127.0.0.1';
  const databaseUrl = environment['DATABASE_URL'] || null;
  const production = environment['NODE_ENV'] === 'production';
  const logLevel = environment['LOG_LEVEL'] || 'info';
  if (!levels.includes(logLevel)) mistakes.push(`LOG_LEVEL must be one of ${levels.join(', ')}`);
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    mistakes.push('DATABASE_URL must start with postgres:// or postgresql://');
  }
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
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return { port, host, baseUrl, dataDir: environment['DATA_DIR'] || '.data', databaseUrl, logLevel, production };
}

function portOf(environment: Environment, mistakes: string[]): number {
  const text = environment['PORT'] || '8080';
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  mistakes.push('PORT must be a whole number from 0 to 65535');
  return 0;
}

function baseUrlOf(environment: Environment, mistakes: string[]): string | null {
  const text = environment['BASE_URL'];
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    mistakes.push('BASE_URL must be an address such as https://research.example.com');
    return null;
  }
  if (url.pathname !== '/') mistakes.push('BASE_URL must have no path: the service owns its whole host');
  return url.origin;
}

/** The address that a person on this machine types for what is listened on. */
export function localAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function isYes(text: string | undefined): boolean {
  return text !== undefined && /^(1|yes|true)$/i.test(text);
}
