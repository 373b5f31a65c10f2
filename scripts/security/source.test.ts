// Source rules of the service, shown for every line: dangerous functions are absent, or limited to named files.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

type File = { readonly path: string; readonly text: string };

function filesOf(folders: readonly string[], pattern: RegExp): File[] {
  return folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`)
      .toSorted()
      .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') })),
  );
}

const isTest = /\/testing\/|\.test(-d)?\.ts$/;
const shipped = filesOf(['server', 'client'], /\.(ts|js)$/).filter(({ path }) => !isTest.test(path));
const server = shipped.filter(({ path }) => path.startsWith('server/'));

/** Files in which the pattern occurs outside comments. */
function where(files: readonly File[], pattern: RegExp): string[] {
  const code = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
  return files.filter(({ text }) => pattern.test(code(text))).map(({ path }) => path);
}

describe('the source', () => {
  it('is what is looked through', () => {
    expect(server.length).toBeGreaterThan(300);
    expect(where([{ path: 'a', text: '// eval(x)\n/* eval(x) */' }], /\beval\(/)).toEqual([]);
    expect(where([{ path: 'a', text: 'const a = eval(x); // never' }], /\beval\(/)).toEqual(['a']);
  });

  it('puts no text together to a program', () => {
    expect(where(shipped, /\beval\(|new Function|node:vm|\bset(Timeout|Interval)\(\s*['"`]/)).toEqual([]);
  });

  it('runs no command', () => {
    expect(where(shipped, /child_process/)).toEqual([]);
  });

  it('makes regular expressions of its own constants alone', () => {
    expect(where(shipped, /new RegExp/)).toEqual([
      'server/access/devices/device-codes.ts',
      'server/access/sign-in/common-passwords.ts',
      // Decimal comma and decimal point.
      'server/ingest/tables/table-numbers.ts',
      'server/measures/text.ts',
      // Escapes the dots of the example address in the documentation.
      'server/pages/docs/site.ts',
    ]);
  });

  it('opens connections in the rooms for it alone', () => {
    const opens =
      /(?<=[=(,] ?|await |return )fetch\(|\bcreateConnection\b|(?<=[=(,] ?|await |return )\bconnect\(|import\('(stripe|openid-client)'\)|\bundici\b|new WebSocket/;
    // Scripts of a page ask the service that sent them: its policy allows no other address.
    const ofPages = /^server\/(docs\/frame\/docs|mcp\/view\/.*|pages\/(shell|reading)\/browser\/.*)\.js$/;
    const places = where(server, opens).filter((path) => !ofPages.test(path));
    expect(places).toEqual([
      'server/access/sign-in/upstream.ts',
      'server/admin/keeping/hand-over.ts',
      'server/pages/subscribe/stripe-api.ts',
      // A socket of this machine, opened by a name and not by an address.
      'server/store/embedded/lock-socket.ts',
      // A connection to the database, which detects a pooler in front of it.
      'server/store/engine/pool-mode.ts',
    ]);
    expect(where(server, /import \{[^}]*\b(request|get)\b[^}]*\} from 'node:https?'/)).toEqual([]);
  });

  it('keeps nothing on a connection to the database, which a transaction pooler lends to others', () => {
    const kept = new RegExp(
      [
        'create\\s+(local\\s+)?temp(orary)?\\b',
        '\\btemp(orary)? table',
        'pg_(try_)?advisory_(lock|unlock)\\w*',
        'with hold',
        '[`\'"](un)?listen \\w',
        '[`\'"](prepare|deallocate) \\w',
        '[`\'"]discard (all|plans|sequences|temp)',
        '[`\'"]set (?!local )(session )?[a-z_]+ (to|=)',
        'set_config\\([^)]*false\\)',
      ].join('|'),
      'i',
    );
    // The embedded engine has one session and no pooler; tables of a removal end with its transaction, which none splits.
    expect(where(server, kept)).toEqual(['server/store/embedded/pglite-worker.ts', 'server/store/log/removal.ts']);
    for (const text of [
      "raw('set lock_timeout = 0')",
      'raw(`create temp table t`)',
      "raw('select pg_advisory_lock(1)')",
    ])
      expect([text, kept.test(text)]).toEqual([text, true]);
    expect(kept.test("raw('set local lock_timeout = 0')")).toBe(false);
  });

  it('writes no markup in a browser', () => {
    expect(where(shipped, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment/)).toEqual(
      [],
    );
  });

  it('keeps nothing of a person in a browser', () => {
    // The chosen language of examples, and light or dark.
    expect(where(shipped, /localStorage|sessionStorage|indexedDB|document\.cookie/)).toEqual([
      'server/pages/shell/browser/site.js',
      'server/pages/shell/browser/theme.js',
    ]);
  });

  it('hashes with what is approved', () => {
    expect(where(server, /createHash\((?!'sha256')/)).toEqual(['server/store/engine/ids.ts']);
    // UUIDs of version 5 use SHA-1 by definition; they are public names and protect nothing.
    expect(where(server, /createHash\('sha1'\)/)).toEqual(['server/store/engine/ids.ts']);
    expect(where(server, /createHmac\(/)).toEqual([
      'server/answers/lists/cursor.ts',
      'server/store/embedded/lock-socket.ts',
    ]);
    expect(where(server, /createHmac\((?!'sha256')/)).toEqual([]);
  });

  it('encrypts nothing by itself', () => {
    const ciphers =
      /create(Cipher|Decipher|Sign|Verify|DiffieHellman|ECDH)|publicEncrypt|privateDecrypt|generateKey|\.subtle\.(en|de)crypt/;
    expect(where(shipped, ciphers)).toEqual([]);
  });

  it('draws randomness from the system alone', () => {
    const drawn = where(server, /Math\.random/);
    expect(drawn).toEqual([]);
    expect(where(server, /import \{[^}]*\brandomBytes\b[^}]*\} from '(?!node:crypto')/)).toEqual([]);
    // The client draws the length of a pause.
    expect(where(shipped, /Math\.random/).filter((path) => !path.startsWith('client/'))).toEqual([]);
  });

  it('never takes a certificate unverified', () => {
    expect(where(shipped, /rejectUnauthorized(?!: true\b)|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual(
      [],
    );
    expect(where(server, /allowInsecureRequests/)).toEqual(['server/access/sign-in/upstream.ts']);
  });

  it('makes no person and no password of its own', () => {
    const inserts = where(server, /insert into (user_account|membership)\b/);
    expect(inserts).toEqual(['server/store/people/workspaces.ts']);
    expect(where(server, /password_hash\s*=\s*'/)).toEqual([]);
  });

  it('holds no secret', () => {
    const all = filesOf(
      ['server', 'client', 'scripts', 'fixtures', 'generated', '.github'],
      /\.(ts|js|mjs|md|yaml|yml|json|ndjson)$/,
    );
    const own = /\bri_(live|preview|dc|ses|link|up|ac|at|rt|cs)_[0-9A-Za-z]{49}\b/;
    const others =
      /\b(sk|rk)_live_[0-9A-Za-z]{16,}|\bwhsec_[0-9A-Za-z+/]{30,}|-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_[0-9A-Za-z]{36}|\bAKIA[0-9A-Z]{16}\b/;
    expect(all.length).toBeGreaterThan(700);
    expect(all.filter(({ text }) => own.test(text) || others.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('holds no debugging', () => {
    expect(where(server, /\bdebugger\b|--inspect|NODE_DEBUG/)).toEqual([]);
  });

  it('loads no test into what runs', () => {
    expect(where(shipped, /from '[^']*(\/testing\/[^']*|\.test)\.ts'|from 'vitest'/)).toEqual([]);
  });
});
