// Shared caches: nginx and varnish of Debian in front of a service below a path, over TLS and HTTP/2, never mix up
// callers.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { publishLive } from '../../../server/ingest/testing/live-corpus.ts';
import { loadPreviewCorpus, previewCorpus } from '../../../server/ingest/release/preview-corpus.ts';
import { makeTestKey } from '../../../server/testing/accounts.ts';
import { type Answer, type Connection, directly, over } from '../../caches/asking.ts';
import { compare } from '../../caches/compare.ts';
import { readPages } from '../../caches/pages.ts';
import { type Person, signedInPerson } from '../../caches/person.ts';
import { type Proxy, missingPrograms, startNginx, startVarnish } from '../../caches/proxies.ts';
import { makeCertificate } from '../../caches/tls.ts';
import { freePort } from '../../stage/listening.ts';
import { type JourneyServer, startJourneyServer } from '../journeys/server.ts';
import { type FaultPart, type Line, reportFaults, withStore } from './fault-report.ts';
import { seedOf } from './given.ts';

const prefix = '/research';

export async function drillCaches(): Promise<boolean> {
  const missing = missingPrograms();
  if (missing.length > 0) {
    process.stderr.write(
      `${missing.join(', ')}: not installed. On Debian: apt-get install nginx varnish hitch openssl\n`,
    );
    return false;
  }
  return reportFaults([{ name: 'behind shared caches', run: behindCaches }]);
}

type Stage = { server: JourneyServer; nginx: Proxy; ca: string; certificate: string; key: string; previewKey: string };

const behindCaches: FaultPart['run'] = (main) =>
  withStore(async (store, { url }) => {
    const folder = await mkdtemp(join(tmpdir(), 'research-caches-'));
    await loadPreviewCorpus(store, previewCorpus);
    await publishLive(store);
    const port = await freePort();
    const build = { main, admin: pathToFileURL(join(dirname(main), 'admin.js')).href, remove: async () => undefined };
    const certificate = await makeCertificate(folder);
    const ca = await readFile(certificate.certificate, 'utf8');
    const server = await startJourneyServer(
      build,
      { DATABASE_URL: url },
      {
        address: `https://localhost:${port}${prefix}`,
      },
    );
    const proxied = { folder, certificate, servicePort: Number(new URL(server.base).port) };
    const proxies: Proxy[] = [];
    try {
      const nginx = await startNginx({ ...proxied, port });
      proxies.push(nginx);
      proxies.push(await startVarnish({ ...proxied, port: await freePort() }));
      const { key: previewKey } = await makeTestKey(store, null);
      const connection = await over(nginx.origin, ca);
      const person = await signedInPerson(server, connection.ask, prefix);
      await server.admin('grant-credit', '--workspace', person.workspace, '--requests', '1000');
      const { key } = await makeTestKey(store, person.workspace);
      const stage: Stage = { server, nginx, ca, certificate: certificate.certificate, key, previewKey };
      const lines = [
        cookieLine(person),
        await conditionalLine(connection, key),
        ...(await prefixLines(connection, stage)),
      ];
      connection.close();
      for (const proxy of proxies) lines.push(...(await cacheLines(proxy, stage, person)));
      return lines;
    } finally {
      for (const proxy of proxies) await proxy.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

async function cacheLines(proxy: Proxy, { server, ca, key, previewKey }: Stage, person: Person): Promise<Line[]> {
  const connection = await over(proxy.origin, ca);
  const direct = directly(Number(new URL(server.base).port));
  const doors = { through: connection.ask, direct, prefix };
  const { asked, kept, faults } = await compare(doors, { keys: [key, previewKey], cookie: person.cookie }, seedOf());
  connection.close();
  return [
    {
      done: `${proxy.name}: questions over ${String(connection.protocol)}`,
      times: asked,
      seen: `${kept} answered from the cache, ${faults.length} otherwise than by the service`,
      limit: 'none otherwise, over h2',
      passed: faults.length === 0 && kept > 0 && connection.protocol === 'h2',
      faults,
    },
  ];
}

function cookieLine({ cookies }: Person): Line {
  const wrong = cookies.filter(
    (one) => !/^__Secure-\w+=.*; Path=\/research; .*HttpOnly; SameSite=Lax; Secure$/.test(one),
  );
  return {
    done: 'cookies of a sign-in through nginx',
    times: cookies.length,
    seen: `${wrong.length} beyond the path`,
    limit: 'none, and some',
    passed: wrong.length === 0 && cookies.length > 1,
    faults: wrong.map((one) => one.replace(/=[^;]*/, '=…')),
  };
}

/** A proxy that drops If-None-Match would turn a free answer into a charged one. */
async function conditionalLine({ ask }: Connection, key: string): Promise<Line> {
  const headers = { authorization: `Bearer ${key}` };
  const path = `${prefix}/v1/brief?ticker=KLPF`;
  const first = await ask({ path, headers });
  const held = { ...headers, 'if-none-match': String(first.headers['etag']) };
  const again = await ask({ path, headers: held });
  const status = await ask({ path: `${prefix}/v1/status`, headers });
  const { prepaidRequestsRemaining: left } = JSON.parse(status.text) as { prepaidRequestsRemaining: number };
  return {
    done: 'a brief, and again with its entity tag',
    times: 2,
    seen: `${first.status}, ${again.status}, ${left} of 1000 left`,
    limit: '200, 304, 999 left',
    passed: first.status === 200 && again.status === 304 && left === 999,
  };
}

async function prefixLines({ ask }: Connection, { nginx, certificate, key }: Stage): Promise<Line[]> {
  const base = `${nginx.origin}${prefix}`;
  const metadata = ['oauth-authorization-server/research', 'oauth-protected-resource/research/mcp'];
  const found = await Promise.all(metadata.map((path) => ask({ path: `/.well-known/${path}` })));
  const refused = await ask({ path: `${prefix}/mcp` });
  const issuer = (JSON.parse(found[0]?.text ?? '{}') as { issuer?: string }).issuer;
  const isLed = String(refused.headers['www-authenticate']).includes(`${nginx.origin}/.well-known/${metadata[1]}`);
  const { loaded, faults } = await readPages(base);
  const client = fileURLToPath(new URL('../../caches/read-with-client.ts', import.meta.url));
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', client, base, key], { env });
  const { view, beliefs } = JSON.parse(stdout) as { view: string; beliefs: number };
  return [
    {
      done: 'metadata of the sign-in, outside of the path',
      times: 3,
      seen: `${statuses(found)}, issuer ${issuer}`,
      limit: `200, issuer ${base}`,
      passed: found.every(({ status }) => status === 200) && issuer === base && isLed,
    },
    {
      done: 'answers to a browser on all public pages, the search and the console',
      times: loaded,
      seen: `${faults.length} faults`,
      limit: 'none',
      passed: faults.length === 0 && loaded > 8,
      faults,
    },
    {
      done: 'beliefs read by the TypeScript package',
      times: beliefs,
      seen: `${view}, ${beliefs} on pages of two`,
      limit: 'a brief, and more than one page',
      passed: view === 'overview' && beliefs > 2,
    },
  ];
}

const statuses = (answers: readonly Answer[]): string => [...new Set(answers.map(({ status }) => status))].join(', ');
