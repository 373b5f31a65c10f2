/** The HTTP surface: the operations table, the process routes, and the one Express app for them. */
import express from 'express';
import type { Application, Request, RequestHandler, Response } from 'express';
import { contract, servedContract } from './contract/description.ts';
import type { Handler, OperationId, TableOperation } from './contract/operations.ts';
import { ProblemError, methodNotAllowed } from './contract/problems.ts';
import { sendPreflight } from './http/respond.ts';
import { requestIdOf } from './http/door.ts';
import { fail, serve, typed } from './http/serve.ts';
import type { Row, ServeOptions } from './http/serve.ts';
import { requestValidator } from './contract/validation/validator.ts';
import type { PageContext } from './pages/shell/context.ts';
import { refusePage } from './pages/shell/handle.ts';
import { wantsPage, withoutSlash } from './pages/shell/unrouted.ts';
import { unauthorized } from './access/authorise.ts';
import type { McpContext } from './mcp/context.ts';
import { mountOAuth } from './oauth/mount.ts';
import { mountPages } from './pages/mount.ts';
import { mountTry } from './pages/docs/try-pages.ts';
import { mountProcessRoutes } from './pages/shell/process-routes.ts';
import type { ProcessRoutes } from './pages/shell/process-routes.ts';
import { getBelief } from './routes/get-belief.ts';
import { getBrief } from './routes/get-brief.ts';
import { getEvidence } from './routes/get-evidence.ts';
import { getSource } from './routes/get-source.ts';
import { getReceipt } from './routes/get-receipt.ts';
import { getStatus } from './routes/get-status.ts';
import { getCheckpoint, getLogKeys, getLogTile, getOpenings } from './routes/public-log.ts';
import { initiateDevice } from './routes/initiate-device.ts';
import { listBeliefs } from './routes/list-beliefs.ts';
import { listChanges } from './routes/list-changes.ts';
import { listEvidence } from './routes/list-evidence.ts';
import { listReceipts } from './routes/list-receipts.ts';
import { getReleasesFeed, listReleases } from './routes/list-releases.ts';
import { listSources } from './routes/list-sources.ts';
import { listTickers } from './routes/list-tickers.ts';
import { pollDevice } from './routes/poll-device.ts';
import type { DeviceLogin } from './access/devices/device-login.ts';
import type { Answers } from './answers/answers.ts';
import type { PublicLog } from './answers/public-log.ts';
import type { ReleaseWatch } from './answers/release-watch.ts';
import type { ReceiptPages } from './answers/lists/receipts.ts';
import type { FoundGrant } from './store/people/grant-payer.ts';
import type { LimitSubject, LimitKind } from './contract/credential.ts';
import type { Accounts } from './metering/credit/accounts.ts';
import { routes } from '../generated/routes.ts';
import type { Route } from '../generated/routes.ts';

/** Access and units follow the contract: a row that differs does not compile. */
type Table = {
  readonly [Op in TableOperation]: {
    readonly access: (typeof routes)[Op]['access'];
    readonly units: (typeof routes)[Op]['units'];
    /** The limit that counts, if it is not the usual one of the access. */
    readonly limit?: LimitKind;
    readonly handler: Handler<Op>;
  };
};

function operationsTable(options: AppOptions): Table {
  const { answers, accounts, receipts, deviceLogin, log, baseUrl, elapsed } = options;
  return {
    listTickers: { access: 'none', units: 0, handler: listTickers(answers, elapsed) },
    getBrief: { access: 'apiKey', units: 1, handler: getBrief(answers) },
    getBelief: { access: 'apiKey', units: 1, handler: getBelief(answers) },
    listBeliefs: { access: 'apiKey', units: 1, handler: listBeliefs(answers) },
    listSources: { access: 'apiKey', units: 1, handler: listSources(answers) },
    getSource: { access: 'apiKey', units: 1, handler: getSource(answers) },
    listEvidence: { access: 'apiKey', units: 1, handler: listEvidence(answers) },
    getEvidence: { access: 'apiKey', units: 1, handler: getEvidence(answers) },
    listChanges: { access: 'apiKey', units: 1, handler: listChanges(answers) },
    listReleases: { access: 'optionalKey', units: 0, handler: listReleases(options) },
    getReleasesFeed: { access: 'optionalKey', units: 0, handler: getReleasesFeed(options) },
    getStatus: { access: 'apiKey', units: 0, limit: 'status', handler: getStatus(answers, accounts) },
    listReceipts: { access: 'apiKey', units: 0, handler: listReceipts(receipts) },
    getReceipt: { access: 'apiKey', units: 0, handler: getReceipt(accounts) },
    getOpenings: { access: 'apiKey', units: 0, handler: getOpenings(log) },
    getCheckpoint: { access: 'none', units: 0, handler: getCheckpoint(log) },
    getLogTile: { access: 'none', units: 0, handler: getLogTile(log) },
    getLogKeys: { access: 'none', units: 0, handler: getLogKeys(log) },
    initiateDevice: {
      access: 'none',
      units: 0,
      limit: 'device_initiation',
      handler: initiateDevice(deviceLogin, baseUrl),
    },
    pollDevice: { access: 'deviceCode', units: 0, handler: pollDevice(deviceLogin) },
  };
}

export interface AppOptions extends Omit<ServeOptions, 'validator'> {
  readonly answers: Answers;
  readonly watch: ReleaseWatch;
  readonly accounts: Accounts;
  readonly receipts: ReceiptPages;
  readonly log: PublicLog;
  readonly deviceLogin: DeviceLogin;
  readonly findGrant: (tokenSha256: Buffer) => Promise<FoundGrant | null>;
  readonly redirectUris: () => Promise<readonly string[]>;
  readonly countedAccount: (accountId: string) => LimitSubject | Promise<LimitSubject>;
  readonly process: Omit<ProcessRoutes, 'description' | 'serve'>;
  /** Called with the code of each refusal that belongs to no operation. */
  readonly onUnrouted?: (code: string) => void;
  /** Context of the pages; without it the service has no pages. */
  readonly pages?: PageContext;
}

type RouteContext = ServeOptions & Pick<AppOptions, 'onUnrouted'>;

/** Rejects if the contract cannot be loaded, so that a broken contract never serves. */
export async function createApp(options: AppOptions): Promise<Application> {
  const description = servedContract(contract(), options.baseUrl);
  const table = operationsTable(options);
  const operations = Object.keys(table) as TableOperation[];
  const rowOf = <Op extends TableOperation>(id: Op): Row => ({ ...table[id], handler: typed(table[id].handler) });
  const serving: RouteContext = { ...options, validator: await requestValidator() };
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('strict routing').enable('case sensitive routing');
  for (const [path, rows] of byPath(operations)) {
    const handlers = new Map(rows.map((id) => [routes[id].method.toUpperCase(), serve(id, rowOf(id), serving)]));
    app.all(expressPath(path), dispatch(rows, handlers, serving));
  }
  app.all('/mcp', mcp({ ...serving, ...options, unauthorized, handlerOf: (id) => rowOf(id).handler }));
  app.use(withoutSlash);
  if (options.pages !== undefined) {
    mountOAuth(app, { ...serving, ...options.pages }, refusePage(options.pages));
    mountPages(app, options.pages);
    mountTry(app, { context: options.pages, site: options.process.documentation, serving });
  }
  mountProcessRoutes(app, { ...options.process, description, serve: serving });
  const pages = options.pages === undefined ? null : refusePage(options.pages);
  const refuseAny = (request: Request, response: Response, error: unknown): Promise<void> | void => {
    if (pages === null || !(error instanceof ProblemError) || !wantsPage(request))
      return refuse(request, response, error, serving);
    serving.onUnrouted?.(error.code);
    response.setHeader('Vary', 'Accept');
    return pages(request, response, error);
  };
  app.use((request: Request, response: Response) => refuseAny(request, response, new ProblemError('not-found')));
  // Express recognises an error handler by its four parameters.
  app.use((error: unknown, request: Request, response: Response, _next: unknown) =>
    refuseAny(request, response, undecodable(error) ?? error),
  );
  return app;
}

/** The MCP endpoint is loaded at its first request, because it takes a tenth of a start. */
function mcp(context: McpContext): RequestHandler {
  let reading: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    reading ??= import('./mcp/endpoint.ts').then(({ mcpRouter }) => mcpRouter(context));
    (await reading)(request, response, next);
  };
}

/** The number of a tile of the log may have several path elements (C2SP tlog-tiles). */
const expressPath = (path: string): string => path.replace(/:tile$/, '*tile');

function joinElements({ params }: Request): void {
  for (const [name, value] of Object.entries(params)) if (Array.isArray(value)) params[name] = value.join('/');
}

function byPath(operations: readonly TableOperation[]): ReadonlyMap<string, readonly TableOperation[]> {
  const paths = new Map<string, TableOperation[]>();
  for (const id of operations) paths.set(routes[id].path, [...(paths.get(routes[id].path) ?? []), id]);
  return paths;
}

type RouteHandler = (request: Request, response: Response) => Promise<void>;

/**
 * Dispatches by method. HEAD only works on free paths: a metered one would charge for a body that is not sent, and a
 * poll would lose the key.
 */
function dispatch(rows: readonly OperationId[], handlers: ReadonlyMap<string, RouteHandler>, serving: RouteContext) {
  const all: readonly Route[] = rows.map((id) => routes[id]);
  const free = all.some(({ method, units, access }) => method === 'get' && units === 0 && access !== 'deviceCode');
  const isPublic = all.some(({ access, method }) => method === 'get' && ['none', 'optionalKey'].includes(access));
  const allow = [...handlers.keys(), ...(free ? ['HEAD'] : []), ...(isPublic ? ['OPTIONS'] : [])].join(', ');
  return async (request: Request, response: Response): Promise<void> => {
    joinElements(request);
    const handler = handlers.get(free && request.method === 'HEAD' ? 'GET' : request.method);
    if (handler !== undefined) return handler(request, response);
    if (isPublic && request.method === 'OPTIONS') return sendPreflight(response, { allow, allowedHeaders });
    refuse(request, response, methodNotAllowed(allow), serving);
  };
}

const allowedHeaders = 'If-None-Match, Prefer, Research-Version, X-Request-ID';

function refuse(request: Request, response: Response, error: unknown, serving: RouteContext): void {
  const requestId = requestIdOf(request, serving.newRequestId);
  // A separate statement: as an argument of an optional call, the answer would be skipped without a listener.
  const code = fail(response, error, { serving, operation: null, requestId });
  serving.onUnrouted?.(code);
}

/** A path parameter with broken percent-encoding is the client's fault; Express reports it as a URIError. */
function undecodable(error: unknown): ProblemError | null {
  if (!(error instanceof URIError)) return null;
  const message = 'It is not valid percent-encoded UTF-8.';
  return new ProblemError('invalid-request', {
    detail: `The path: ${message}`,
    errors: [{ location: 'path', message, fix: 'Percent-encode the UTF-8 bytes of the text.' }],
  });
}
