// Research client: one method per question, with the paths, parameters and answers of the contract.
import createClient, { type Client } from 'openapi-fetch';
import type {
  BeliefDetail,
  BeliefItem,
  BeliefsPage,
  Brief,
  BriefFull,
  BriefOverview,
  ChangeItem,
  ChangesPage,
  EntitiesPage,
  EntityItem,
  EvidenceDetail,
  EvidenceItem,
  EvidencePage,
  Receipt,
  ReceiptsPage,
  ReleaseItem,
  ReleasesPage,
  Source,
  SourceDetail,
  SourcesPage,
  KeyStatus,
  Openings,
  TickersResponse,
  paths,
} from '../generated/api.ts';
import { type Access, type Ask, type Question, askUnedited, callOf, notingUrl, unsendable } from './asking.ts';
import type { Usage } from './budget.ts';
import { type CallOf, deviceCalls } from './login/device-calls.ts';
import { type Login, type LoginOptions, deviceLogin } from './login/login.ts';
import { type AnyPage, type PagedList, pagedList } from './pages.ts';
import {
  type BeliefFilters,
  type BriefQuery,
  type CallOptions,
  type ChangeFilters,
  type Cutoff,
  type EntityFilters,
  type EvidenceFilters,
  type FullQuery,
  type ListOptions,
  type ListingBrief,
  type ListingQuery,
  type OverviewQuery,
  type ReadOptions,
  type ReceiptFilters,
  type ReleaseFilters,
  type ReleaseOptions,
  type SourceFilters,
  changesQuery,
  preferring,
  waiting,
} from './questions.ts';
import { type ResearchResult, resultOf } from './result.ts';
import {
  type ResearchClientOptions,
  type Settings,
  invalid,
  isLostInPath,
  receiptPath,
  settingsOf,
} from './settings.ts';
import { type Shape, shapes } from './shapes.ts';
import { type Call, Wire } from './transport/wire.ts';

export class ResearchClient {
  readonly #settings: Settings;
  readonly #wire: Wire;
  readonly #core: Client<paths>;
  #apiKey: string | null;
  /** Key that a login delivered and `save` did not store. */
  #unsaved: string | null = null;
  #isLoggingIn = false;

  constructor(options: ResearchClientOptions = {}) {
    this.#settings = settingsOf(options);
    this.#apiKey = this.#settings.apiKey;
    this.#wire = new Wire(this.#settings);
    this.#core = createClient<paths>({ baseUrl: this.#settings.baseUrl });
  }

  /** Units spent since this client was created. */
  get usage(): Usage {
    return this.#wire.budget.usage;
  }

  /** Views of one security or entity, their reasons and conditions. One unit. `data.view` names the form. */
  brief(query: OverviewQuery, options?: ReadOptions<BriefOverview>): Promise<ResearchResult<BriefOverview>>;
  brief(query: FullQuery, options?: ReadOptions<BriefFull>): Promise<ResearchResult<BriefFull>>;
  brief(query: ListingQuery, options?: ReadOptions<ListingBrief>): Promise<ResearchResult<ListingBrief>>;
  brief(query: BriefQuery, options?: ReadOptions<Brief>): Promise<ResearchResult<Brief>>;
  brief(query: BriefQuery, options: ReadOptions<Brief> = {}): Promise<ResearchResult<Brief>> {
    const ask: Ask = (sending) => this.#core.GET('/v1/brief', { params: { query }, ...sending });
    return this.#read(options, { ask, shape: shapes.brief });
  }

  /** Beliefs, the newest first. One unit a page. */
  beliefs(filters: BeliefFilters = {}, options: ListOptions = {}): PagedList<BeliefItem, BeliefsPage> {
    const ask: Ask = (sending) => this.#core.GET('/v1/beliefs', { params: { query: filters }, ...sending });
    return this.#list(options, ask, ({ data }) => data.beliefs);
  }

  /** Canonical entities that have beliefs: listings and others. One unit a page. */
  entities(filters: EntityFilters = {}, options: ListOptions = {}): PagedList<EntityItem, EntitiesPage> {
    const query = { ...filters, view: 'entities' } as const;
    const ask: Ask = (sending) => this.#core.GET('/v1/beliefs', { params: { query }, ...sending });
    return this.#list(options, ask, ({ data }) => data.entities);
  }

  /** Everything recorded about one belief, by its id or its `detail_url`. One unit. */
  belief(
    id: string,
    cutoff: Cutoff = {},
    options: ReadOptions<BeliefDetail> = {},
  ): Promise<ResearchResult<BeliefDetail>> {
    const params = { path: { belief_id: id }, query: cutoff };
    const ask: Ask = (sending) => this.#core.GET('/v1/beliefs/{belief_id}', { params, ...sending });
    return this.#one({ id, cutoff }, options, { ask, shape: shapes.belief });
  }

  /** Sources of research. One unit a page. */
  sources(filters: SourceFilters = {}, options: ListOptions = {}): PagedList<Source, SourcesPage> {
    const ask: Ask = (sending) => this.#core.GET('/v1/sources', { params: { query: filters }, ...sending });
    return this.#list(options, ask, ({ data }) => data.sources);
  }

  /** One source with its newest evidence, by its id or its `detail_url`. One unit. */
  source(
    id: string,
    cutoff: Cutoff = {},
    options: ReadOptions<SourceDetail> = {},
  ): Promise<ResearchResult<SourceDetail>> {
    const params = { path: { source_id: id }, query: cutoff };
    const ask: Ask = (sending) => this.#core.GET('/v1/sources/{source_id}', { params, ...sending });
    return this.#one({ id, cutoff }, options, { ask, shape: shapes.source });
  }

  /** Everything captured from one source, the newest first, by its id. One unit a page. */
  sourceEvidence(
    id: string,
    filters: EvidenceFilters = {},
    options: ListOptions = {},
  ): PagedList<EvidenceItem, EvidencePage> {
    if (isLostInPath(id)) throw invalid('id is not empty, . or ..');
    const params = { path: { source_id: id }, query: filters };
    const ask: Ask = (sending) => this.#core.GET('/v1/sources/{source_id}/evidence', { params, ...sending });
    return this.#list(options, ask, ({ data }) => data.evidence);
  }

  /** The captured words behind a citation, by the id of the evidence or its `detail_url`. One unit. */
  evidence(
    id: string,
    cutoff: Cutoff = {},
    options: ReadOptions<EvidenceDetail> = {},
  ): Promise<ResearchResult<EvidenceDetail>> {
    const params = { path: { evidence_id: id }, query: cutoff };
    const ask: Ask = (sending) => this.#core.GET('/v1/evidence/{evidence_id}', { params, ...sending });
    return this.#one({ id, cutoff }, options, { ask, shape: shapes.evidence });
  }

  /** Changes between two cutoffs, subject by subject; of every subject without names. One unit a page. */
  changes(filters: ChangeFilters, options: ListOptions = {}): PagedList<ChangeItem, ChangesPage> {
    const query = changesQuery(filters);
    const ask: Ask = (sending) => this.#core.GET('/v1/changes', { params: { query }, ...sending });
    return this.#list(options, ask, ({ data }) => data.changes);
  }

  /** Covered tickers. Free, and without a key. */
  tickers(options: ReadOptions<TickersResponse> = {}): Promise<ResearchResult<TickersResponse>> {
    const ask: Ask = (sending) => this.#core.GET('/v1/tickers', sending);
    return this.#read(options, { ask, shape: shapes.tickers, access: 'none' });
  }

  /** Releases, the newest first; with `after` the oldest first. Free, and without a key; a preview key reads the preview. */
  releases(filters: ReleaseFilters = {}, options: ReleaseOptions = {}): PagedList<ReleaseItem, ReleasesPage> {
    const params = { query: filters, ...preferring(options) };
    const ask: Ask = (sending) => this.#core.GET('/v1/releases', { params, ...sending });
    const kind = { shape: shapes.releases, access: 'optional' } as const;
    return this.#list(waiting(options, this.#settings.timeoutMs), ask, ({ releases }) => releases, kind);
  }

  /** Status of the key: pass it to `isUsable`. Free. */
  status(options: CallOptions = {}): Promise<ResearchResult<KeyStatus>> {
    const ask: Ask = (sending) => this.#core.GET('/v1/status', sending);
    return this.#read(options, { ask, shape: shapes.status, access: 'key' });
  }

  /** Charge of one request id. Free, for 90 days. */
  async receipt(requestId: string, options: CallOptions = {}): Promise<ResearchResult<Receipt>> {
    const ask: Ask = (by) => this.#core.GET('/v1/receipts/{request_id}', { params: receiptPath(requestId), ...by });
    return this.#read(options, { ask, shape: shapes.receipt, access: 'key' });
  }

  /** Rows that a delivered document shows, with what proves them in the public log. Free, while the document is kept. */
  async openings(requestId: string, options: CallOptions = {}): Promise<ResearchResult<Openings>> {
    const params = receiptPath(requestId);
    const ask: Ask = (sending) => this.#core.GET('/v1/receipts/{request_id}/openings', { params, ...sending });
    return this.#read(options, { ask, shape: shapes.openings, access: 'key' });
  }

  /** Receipts of every request of the workspace in 90 days, the newest first. Free. */
  receipts(filters: ReceiptFilters = {}, options: ListOptions = {}): PagedList<Receipt, ReceiptsPage> {
    const ask: Ask = (sending) => this.#core.GET('/v1/receipts', { params: { query: filters }, ...sending });
    const kind = { shape: shapes.receipts, access: 'key' } as const;
    return this.#list(options, ask, ({ data }) => data.receipts, kind);
  }

  /** Gets a key that a person approves in a browser, and uses it from then on. A client with a key keeps it. */
  async login(options: LoginOptions): Promise<Login> {
    if (this.#apiKey !== null && this.#unsaved === null)
      return { how: 'existing-key', status: null, usable: null, reason: 'there is a key already' };
    if (this.#isLoggingIn) throw invalid('a login is underway: a device code has one poller');
    this.#isLoggingIn = true;
    const withoutKey: CallOf = (given, isExpected) => this.#call(given, 'none', isExpected);
    try {
      return await deviceLogin(
        {
          clock: this.#settings.clock,
          ...deviceCalls({ core: this.#core, wire: this.#wire, settings: this.#settings, callOf: withoutKey }, options),
          unsaved: this.#unsaved,
          adopt: (apiKey) => void (this.#apiKey = this.#unsaved = apiKey),
          saved: () => void (this.#unsaved = null),
          status: () => this.status(options.signal === undefined ? {} : { signal: options.signal }),
        },
        options,
      );
    } finally {
      this.#isLoggingIn = false;
    }
  }

  /** Safe to print: never contains the key. */
  toJSON(): { baseUrl: string; hasKey: boolean } {
    return { baseUrl: this.#settings.baseUrl, hasKey: this.#apiKey !== null };
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `ResearchClient ${JSON.stringify(this)}`;
  }

  async #read<T>(options: ReadOptions<T>, { ask, shape, access = 'metered' }: Question): Promise<ResearchResult<T>> {
    const call = this.#call(options, access, shape);
    const sending = ask({ parseAs: 'stream', fetch: (request) => this.#wire.send(request, call) });
    const { response } = await sending.catch(unsendable);
    return resultOf(response, call.requestId, options.held);
  }

  /** An address of the service is requested unchanged; anything else is an id. */
  async #one<T>(
    { id, cutoff }: { id: string; cutoff: Cutoff },
    options: ReadOptions<T>,
    question: Question,
  ): Promise<ResearchResult<T>> {
    if (isLostInPath(id)) throw invalid('id is not empty, . or ..');
    if (!/^https?:\/\//.test(id)) return this.#read(options, question);
    if (cutoff.as_of !== undefined) throw invalid('a detail_url has its cutoff in it: leave as_of out');
    return this.#follow(id, options, question);
  }

  #list<Item, Page extends AnyPage>(
    options: ListOptions,
    ask: Ask,
    itemsOf: (page: Page) => readonly Item[],
    kind: Omit<Question, 'ask'> = { shape: shapes.page },
  ): PagedList<Item, Page> {
    const { requestId: _first, pageUrl, ...rest } = options;
    return pagedList<Item, Page>({
      itemsOf,
      follow: (url) => this.#follow<Page>(url, rest, kind),
      first: (onUrl) => {
        if (pageUrl !== undefined) {
          onUrl(pageUrl);
          return this.#follow<Page>(pageUrl, options, kind);
        }
        return this.#read<Page>(options, { ask: notingUrl(ask, onUrl), ...kind });
      },
    });
  }

  /** Requests the address byte for byte: one that this platform would rewrite is refused. */
  #follow<T>(url: string, options: ReadOptions<T>, kind: Omit<Question, 'ask'>): Promise<ResearchResult<T>> {
    return this.#read(options, { ...kind, ask: askUnedited(url) });
  }

  #call(options: ReadOptions<unknown>, access: Access, isExpected: Shape): Call {
    return callOf(this.#settings, this.#apiKey, { options, access, isExpected });
  }
}
