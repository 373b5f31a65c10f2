// Rules of the specification with ids, which tests cite. A rule that no test cites is deleted.

/** Part of the service that a rule is about. */
export type Area = 'research' | 'metering' | 'device' | 'mcp' | 'account';

export type Requirement = { id: string; section: string; area: Area; text: string };

type Rules = { readonly [id: string]: string };

const section = (name: string, area: Area, rules: Rules): Requirement[] =>
  Object.entries(rules).map(([id, text]) => ({ id: `SPEC-${id}`, section: name, area, text }));

const everything = [
  ...section('What the service does', 'research', {
    R1: 'Every view is attributed to a person and carries citation identifiers that lead to evidence.',
    R2: 'Missing optional fields are unknown. They are not filled in or inferred.',
    R3: 'Target distances in price opportunities are not expected returns and no proof that a thesis is still valid.',
    R4: 'Research on related companies is attributed separately; its directions, targets and conviction are never transferred. It may be the only research on a listing.',
    R5: 'A price or benchmark that is unavailable, stale or unverified is labelled as such.',
  }),
  ...section('What the service does', 'mcp', {
    R6: 'Clients reach the service by REST with a key, by a remote MCP endpoint at /mcp, and by device authorization.',
    R8: 'Operations over MCP include get_brief and get_beliefs; get_beliefs has view=entities.',
  }),
  ...section('What the service does', 'metering', {
    R7: 'Research requests are metered; status, the coverage list and authorization debit nothing; following a detail_url is another metered read.',
  }),
];

const fields = [
  ...section('Resources and their fields', 'research', {
    F1: 'Timestamps are ISO 8601 in UTC with Z; dates are YYYY-MM-DD; both are days that exist.',
    F2: 'Objects listed as closed accept no extra properties, and their fields take the listed values only.',
    F3: 'The overview has every listed field: view, versions, generated_at, as_of, data_status, security, market_price, coverage, trade_state, views, chart, related_context, citations.',
    F4: 'Stale, partial, insufficient and preview are labels of data_status, each with its limitation.',
    F5: 'A price reference has price above 0, currency USD, session, provider observation time, source and observation hash.',
    F6: 'coverage counts released, returned and omitted records, and detail is always available.',
    F7: 'A text object says whether its text was cut.',
    F8: 'A setup has a direction, posture, price confirmation, theses and conditions, with what is omitted counted.',
    F9: 'A view has support, risk, condition and a source citation; investment_case and author_intent only where recorded.',
    F10: 'position_actor is exactly one of four closed objects; execution_verified is always false.',
    F11: 'The chart compares normalized security and SPY indices from 100; markers name thesis, person, direction and citations.',
    F12: 'related_context says on what basis it stands and how each company is related.',
  }),
  ...section('Other brief content', 'research', {
    O1: 'Theses include claims, revisions, fixed-horizon outcomes, the since-inception mark and provenance-labelled packets.',
    O2: 'Each active thesis carries price_opportunity: explicit targets, own horizons, dated prices, remaining change, and whether the price is near or beyond.',
    O3: 'sector_context is optional and adds separately attributed research of observed SEC industry relations.',
    O4: 'The brief of an entity without a listing has attributed views, conditions, capability gaps, omission counts and a get_beliefs continuation.',
    O5: 'Records of a list carry person, thesis, direction, observation time and detail_url; missing confidence, horizon and outcomes are unknown.',
    O6: 'The full belief record carries claims, revisions and citations.',
  }),
];

const states = [
  ...section('States and transitions', 'research', {
    S1: 'Views, conditions, validity, external state, intents and prices take the enumerated states.',
  }),
  ...section('States and transitions', 'device', {
    S2: 'A pending grant that a person approves is authorized, and its key is delivered once.',
    S3: 'A pending grant that a person denies is denied.',
    S4: 'A pending grant whose time is over is expired (410).',
    S5: 'A grant whose key was delivered stays authorized without a key.',
    S6: 'Polling faster than the interval is slow_down (429) with a larger interval that applies from then on.',
    S7: 'An unknown device code is invalid (401).',
  }),
];

const endpoints = [
  ...section('GET /v1/brief', 'research', {
    B0: 'Exactly one of ticker and entity_id is given.',
    B1: 'The default overview returns at most five views.',
    B2: 'detail=full returns the selected case details.',
    B3: 'Entity briefs are bounded to 32 KiB; beyond it a smaller max_results or the belief ID helps.',
    B4: 'A listing entity ID returns the existing stock brief with its canonical identity.',
    B5: 'Response 200, application/json: the overview object.',
  }),
  ...section('GET /v1/status', 'research', {
    T1: 'Status names status, dataMode, prepaidRequestsRemaining, subscriptionPlan and subscriptionRequestsRemaining.',
  }),
  ...section('GET /v1/status', 'metering', {
    T2: 'Access is usable when ready, live, and prepaid requests or a plan with an allowance remain.',
    T3: 'A valid key does not by itself guarantee credit or ticker coverage.',
  }),
  ...section('GET /v1/tickers', 'research', {
    C1: 'The coverage list is public: no key is needed.',
    C2: 'An empty list means that no beliefs are released.',
    C3: 'Status 404 or 503 means that coverage is unavailable.',
  }),
  ...section('GET /v1/beliefs', 'research', {
    Q1: 'Beliefs are filtered by ticker and cut at as_of; the page names as_of, data, data_status, warnings and pagination.',
    Q2: 'Each belief has a detail_url that returns its full record.',
  }),
  ...section('POST /api/auth/cli/initiate', 'device', {
    D1: 'Initiation takes a deviceName and an optional acquisition, and gives codes, a browser address, an expiry and an interval.',
    D2: 'userCode has the shape <PREFIX>-XXXX-XXXX-XXXX and browserUrl carries it as code.',
  }),
  ...section('Browser and MCP addresses', 'account', {
    W1: '/connect, /subscribe, /cli-auth, /agent-quickstart.md, /auth.md and /account are served.',
  }),
];

const authentication = [
  ...section('Authentication', 'research', {
    A1: 'Research requests need Authorization: Bearer with an active key.',
    A2: 'Only the hash of a key is stored; it is shown once; it can be revoked.',
    A3: 'The coverage list needs no key.',
  }),
  ...section('Authentication', 'account', {
    A4: 'Workspace admins create keys; a person can revoke one from the account page.',
    A5: 'A subscription starts at $19 a month; balances stay usable; $5 refills require a paid subscription.',
  }),
  ...section('Authentication', 'mcp', {
    A6: 'AI chats sign in by OAuth at the MCP endpoint: one user-owned, revocable grant per client, no secret shown.',
  }),
  ...section('Authentication', 'device', {
    A7: 'The device flow yields a revocable, read-only workspace key for a trusted agent.',
    A8: 'Agent rules: reuse SERVICE_API_KEY, never print secrets, give browserUrl and userCode, stop before payment.',
  }),
];

const errors = [
  ...section('Errors', 'research', {
    E1: 'HTTP 200 alone does not prove a complete result: data_status and warnings say what is missing.',
    E2: 'A company absent from coverage is reported missing and never substituted.',
    E4: '401: missing or invalid Bearer key.',
    E5: '404 or 503: ticker, record or service unavailable.',
  }),
  ...section('Errors', 'metering', {
    E3: 'A repeated X-Request-ID counts as one logical request; a changed request needs a new one.',
    E6: '402: no available credit or a spend limit reached.',
    E7: '429: too many requests, with Retry-After.',
  }),
];

const limits = [
  ...section('Limits', 'research', {
    L1: 'Tickers have 1 to 32 characters.',
    L2: 'max_results is 1 to 20.',
    L3: 'A chart series has at most 60 points.',
    L4: 'X-Request-ID has 1 to 128 characters of its pattern.',
    L5: 'A name in position_actor has 1 to 160 characters.',
  }),
  ...section('Limits', 'device', {
    L6: 'A device name has at most 48 characters; acquisition values at most 64 safe ones each.',
    L7: 'Polls are at least an interval apart: 5 seconds, 10 after slow_down.',
    L8: 'A device code lives until expiresAt.',
  }),
  ...section('Limits', 'metering', {
    L9: 'Research reads consume prepaid credit or a subscription allowance; status, coverage and authorization do not.',
  }),
];

const pages = section('Pagination (beliefs)', 'research', {
  P1: 'The first request sets ticker and a bounded limit and omits cursor.',
  P2: 'The response gives as_of, pagination.next_cursor and pagination.next_page_url.',
  P3: 'While next_page_url is present, exactly that URL is the next page; null ends the walk.',
  P4: 'The URL carries the cursor and the original filters, and is not to be edited.',
  P5: 'Every later page keeps the first one’s as_of, so that newly observed evidence cannot enter midway.',
  P6: 'as_of is the observation cutoff to keep with the responses.',
});

const versions = section('Versioning', 'research', {
  V1: 'The path says v1; the description says 2026-10-05.',
  V2: 'Overview security-brief-overview-v1, schema 1, investment-case-v1, belief-author-intent-v1 to -v3.',
  V3: 'as_of gives point-in-time reads at a chosen cutoff.',
  V4: 'The description is OpenAPI 3.1.0 and JSON Schema draft 2020-12.',
});

/** The rules in the order of the specification. */
export const requirements: readonly Requirement[] = [
  ...everything,
  ...fields,
  ...states,
  ...endpoints,
  ...authentication,
  ...errors,
  ...limits,
  ...pages,
  ...versions,
];
