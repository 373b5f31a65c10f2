// Asks over HTTP/2 through a proxy, or over HTTP/1.1 the service itself, and reads answers so that both can be compared.
import { request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Headers = Readonly<Record<string, string>>;
export type Question = { path: string; method?: 'GET' | 'POST'; headers?: Headers; body?: string };
export type Answer = { status: number; headers: Readonly<Record<string, string | string[] | undefined>>; text: string };
export type Ask = (question: Question) => Promise<Answer>;

export type Connection = { ask: Ask; protocol: string | false | null; close(): void };

/** One connection for all; TLS is checked against this certificate alone. */
export async function over(origin: string, ca: string): Promise<Connection> {
  const session = connect(origin, { ca });
  await once(session, 'connect');
  const { alpnProtocol } = session.socket as unknown as { alpnProtocol: string | false | null };
  return { ask: (question) => asked(session, question), protocol: alpnProtocol, close: () => session.close() };
}

async function asked(session: ClientHttp2Session, { path, method = 'GET', headers = {}, body }: Question) {
  const stream = session.request({ ':path': path, ':method': method, ...headers });
  stream.end(body);
  const [{ ':status': status, ...received }] = (await once(stream, 'response')) as [
    Record<string, string | string[]> & { ':status': number },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return answerOf(status, received as Answer['headers'], Buffer.concat(chunks));
}

export function directly(port: number): Ask {
  return async ({ path, method = 'GET', headers = {}, body }) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers: { ...headers }, agent: false });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks));
  };
}

function answerOf(status: number, headers: Answer['headers'], bytes: Buffer): Answer {
  const coding = headers['content-encoding'];
  const plain = coding === 'gzip' ? gunzipSync(bytes) : coding === 'br' ? brotliDecompressSync(bytes) : bytes;
  return { status, headers, text: plain.toString() };
}

/** From the cache: nginx says so, and varnish names the request that brought it. */
export function isFromCache({ headers }: Answer): boolean {
  return headers['x-cache'] === 'HIT' || String(headers['x-varnish'] ?? '').includes(' ');
}
