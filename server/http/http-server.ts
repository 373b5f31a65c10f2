/** HTTP server under the app: its limits, its refusals before any route, and its graceful stop. */
import { IncomingMessage, STATUS_CODES, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Application } from 'express';
import { requestIdOf } from './door.ts';
import { limits } from '../contract/limits.ts';
import { malformed, pathOf } from '../contract/message.ts';
import { pathPrefixOf, targetWithin } from '../contract/path-prefix.ts';
import { ProblemError, problem } from '../contract/problems.ts';
import { sendProblem } from './respond.ts';
import type { ProblemContext } from './respond.ts';
import { cutSlowReaders } from './slow-readers.ts';
import { type Head, type Policies, policiesOf, withPolicies } from './every-answer.ts';

export interface HttpServer {
  readonly server: Server;
  /** Stops accepting requests, lets those in progress end, then closes the remaining connections. */
  readonly drain: () => Promise<void>;
}

export interface HttpServerOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly newRequestId: () => string;
  /** Date for answers without a response object; Node dates the others. */
  readonly now?: () => string;
  /** Called with the code of each refusal that precedes any route. */
  readonly onRefused?: (code: string) => void;
}

export function createHttpServer(app: Application, options: HttpServerOptions): HttpServer {
  let stopping = false;
  const policies = policiesOf(options.baseUrl);
  const prefix = pathPrefixOf(options.baseUrl);
  const context = (): RefusalContext => ({ ...options, policies, requestId: options.newRequestId() });
  const server = createServer({ ...messageClasses(app, policies), ...serverLimits }, (request, response) => {
    if (stopping) response.shouldKeepAlive = false;
    const fault = malformed(request);
    if (fault === null && isOfServer(request)) return answerOfServer(response);
    request.url = pathOf(request.url ?? '');
    if (fault !== null) return refuse(response, new ProblemError('invalid-request', { detail: fault }), context());
    if (prefix === '') return app(request, response);
    const target = targetWithin(request.url, prefix);
    if (target === null) return refuseOutside(request, response, context());
    // As in a mounted app: routes see the rest of the path, and `baseUrl` holds the prefix.
    app(Object.assign(request, { url: target, baseUrl: prefix }), response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const fault = {
      location: 'header.Expect',
      message: 'Only 100-continue can be expected here.',
      fix: 'Leave it out.',
    };
    refuse(response, new ProblemError('invalid-request', { errors: [fault] }), context());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseBytes(error, socket, context()));
  // Node would close the connection without an answer.
  server.on('connect', (_request, socket: Socket) => {
    // Node has removed its own listener here, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy());
    const headers = { Allow: serverMethods };
    endWith(
      socket,
      405,
      new ProblemError('method-not-allowed', { detail: 'This is not a proxy.', headers }),
      context(),
    );
  });
  cutSlowReaders(server);
  const drain = (): Promise<void> => {
    stopping = true;
    return new Promise((resolve) => {
      const late = setTimeout(() => server.closeAllConnections(), limits.drain_ms);
      // http's own close() would also cut connections that seem idle, and a client that is just sending would get a
      // reset. So no new connection is accepted, each answer ends its connection, and connections that stay idle are
      // closed later.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(late);
        resolve();
      });
      setTimeout(() => server.closeIdleConnections(), limits.drain_notice_ms);
    });
  };
  return { server, drain };
}

/** Methods that at least one path of the service takes. */
const serverMethods = 'GET, HEAD, POST, OPTIONS';

/**
 * `OPTIONS *` is about the server, not about a path (RFC 9110, section 9.3.7). To a proxy it is sent as an address
 * without a path (RFC 9112, section 3.2.4).
 */
const isOfServer = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'OPTIONS' && /^(\*|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)$/i.test(url);

function answerOfServer(response: ServerResponse): void {
  response.writeHead(204, { Allow: serverMethods, 'Cache-Control': 'no-store' }).end();
}

function refuseOutside(request: IncomingMessage, response: ServerResponse, context: RefusalContext): void {
  const error = new ProblemError('not-found', { detail: `This service is at ${context.baseUrl} and below.` });
  sendProblem(response, error, { ...context, requestId: requestIdOf(request, () => context.requestId) });
  context.onRefused?.(error.code);
}

type RefusalContext = ProblemContext & Pick<HttpServerOptions, 'onRefused' | 'now'> & { readonly policies: Policies };

/** The connection is closed, because after a malformed request the next bytes may mean something else too. */
function refuse(response: ServerResponse, error: ProblemError, context: RefusalContext): void {
  response.shouldKeepAlive = false;
  sendProblem(response, error, context);
  context.onRefused?.(error.code);
}

const serverLimits = {
  maxHeaderSize: limits.header_bytes_max,
  headersTimeout: limits.headers_timeout_ms,
  requestTimeout: limits.request_timeout_ms,
  keepAliveTimeout: limits.keep_alive_timeout_ms,
  connectionsCheckingInterval: limits.connections_check_ms,
  // Node's own refusal has no body; malformed() answers with a problem.
  requireHostHeader: false,
};

/**
 * Express replaces the prototype of every request and response, and V8 on Node 20 and 22 then loses their shapes: 173
 * µs of CPU a request. With that prototype from the start it is 36 µs.
 */
function messageClasses(application: Application, policies: Policies) {
  const app = application as Application & { readonly request: object; readonly response: object };
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {
    override writeHead(status: number, reason?: string | Head, given?: Head): this {
      const isWord = typeof reason === 'string';
      const head = withPolicies(isWord ? given : (reason ?? given), policies, (name) => this.hasHeader(name));
      return isWord ? super.writeHead(status, reason, head) : super.writeHead(status, head);
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

const statuses: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers have more than ${limits.header_bytes_max} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Answer to bytes that are not HTTP: there is no response object, so it is written by hand, and the connection ends.
 * After a request in progress only its answer is sent: the client would take a second one for it.
 */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, context: RefusalContext): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  // All further bytes are part of the same fault.
  if (ending.has(socket)) return;
  ending.add(socket);
  const running = runningOn(socket);
  if (running?.req.complete === true) return afterAll(socket, running);
  if (running?.headersSent === true) return void socket.destroy();
  const [status, detail] = statuses[error.code ?? ''] ?? unreadable(error);
  endWith(socket, status, new ProblemError('invalid-request', { detail }), context);
}

/** A whole request line with an unknown method is a request: RFC 9110, section 9.1, answers it with 501. */
function unreadable({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): readonly [number, string] {
  const line = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r?\n/;
  if (code === 'HPE_INVALID_METHOD' && line.test(rawPacket?.toString('latin1') ?? ''))
    return [501, 'This service knows no such method.'];
  return [400, 'This is not an HTTP request.'];
}

const ending = new WeakSet<Socket>();

/** The answer in progress; Node notes it on the socket for its own use. */
function runningOn(socket: Socket): ServerResponse | null {
  return (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

function afterAll(socket: Socket, running: ServerResponse): void {
  running.once('close', () => {
    // Pipelined requests are answered in turn.
    const next = runningOn(socket);
    if (next === null || next === running) hangUp(socket);
    else afterAll(socket, next);
  });
}

function endWith(socket: Socket, status: number, error: ProblemError, context: RefusalContext): void {
  const body = JSON.stringify({ ...problem(error, context), status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${context.requestId}`,
    ...(context.now === undefined ? [] : [`Date: ${new Date(context.now()).toUTCString()}`]),
    ...Object.entries(error.options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    ...context.policies.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  context.onRefused?.(error.code);
  hangUp(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Ends the connection after a moment, so that the client can read the answer before its further bytes meet a reset. */
function hangUp(socket: Socket, last = ''): void {
  socket.end(last);
  setTimeout(() => socket.destroy(), limits.linger_ms).unref();
}
