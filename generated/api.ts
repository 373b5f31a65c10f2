// Generated from openapi.yaml by `npm run generate`: change that file, not this one.
export interface paths {
    readonly "/v1/tickers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List covered tickers
         * @description Lists every ticker with released research. Free, and needs no key. An empty list means that nothing is released yet.
         */
        readonly get: operations["listTickers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/brief": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a cited research brief
         * @description Who holds which view of a company, why, on what conditions, and how the price has moved since. Give exactly one of
         *     `ticker` and `entity_id`. One unit for a 200.
         *
         *     The answer's `view` tells its form: `overview` (at most five views), `full` (with theses), or `entity` (for
         *     something that is not a listing). A listing without research of its own answers 200 where related research exists.
         */
        readonly get: operations["getBrief"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/beliefs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List investor beliefs
         * @description Pages through attributed beliefs, the newest first by when each was first observed, then by `belief_id`. While
         *     `pagination.next_page_url` is not null, request exactly that URL with a new request id; it keeps the filters and the
         *     cutoff. Filters combine, and one that matches nothing gives an empty page; a `ticker` or `entity_id` without released
         *     research is 404 `not-covered`. One unit a page.
         *
         *     A cursor belongs to its filters and its cutoff. `limit` may change on the way; a request with a cursor and without
         *     `as_of` goes on at the cursor's cutoff. Outcomes are left to the full record, where their prices stand beside them.
         *
         *     `view=entities` lists the released canonical entities instead, by `entity_id`; only `limit`, `cursor` and `as_of` go
         *     with it.
         */
        readonly get: operations["listBeliefs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/beliefs/{belief_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a full belief record
         * @description Everything recorded of one belief, with untruncated texts. A `detail_url` leads here, its cutoff pinned. One unit.
         */
        readonly get: operations["getBelief"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what changed between two cutoffs
         * @description Pages through what differs between the brief at `since` and the brief at `until`: the verdict and the price status, views
         *     opened, strengthened, weakened, reversed and ended, conditions, targets and claims, and withdrawn evidence. Name up to 50
         *     subjects in `tickers` and `entity_ids` together, or none for every subject with released research. A subject that had no
         *     research of its own from one cutoff to the other is 404 `not-covered`; so its brief has values from its first view on, and
         *     null before. One unit a page.
         *
         *     The changes of one thing, which `object`, `belief_id` and `object_id` name together, form a chain in the order of the
         *     list: the first `before` is its value in the brief at `since`, each further `before` is the `after` that precedes it, and
         *     the last `after` is its value in the brief at `until`. So a walk in several ranges that meet leads from the same values to
         *     the same values as one range. A value that went and came back within a range has no change in that range.
         *
         *     Each change of live research has its proof: `GET /v1/receipts/{request_id}/openings` has the row of the public log that its
         *     `release` opened or closed, and `checkpoint` is the signed head of the log at that release.
         *
         *     Subjects come by `entity_id`. Within a subject the values of the brief come first, then each view
         *     with its parts, then withdrawn evidence. A page compares at most 25 subjects, so it may hold fewer changes than `limit`, or
         *     none, and still have a next page. Withdrawn records have the reason of their withdrawal, and none of their words.
         *
         *     While `pagination.next_page_url` is not null, request exactly that URL with a new request id. To go on later, send the
         *     `as_of` of this answer as the next `since`.
         */
        readonly get: operations["listChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/releases": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List releases
         * @description Lists what was released: number, time, how many views moved and how, and the tickers that were touched. Free, and needs no
         *     key; a preview key shows the preview. The list is empty before the first release. The newest comes first.
         *
         *     To follow it, send the highest number that you know as `after`: what is newer comes with the oldest first, so that nothing
         *     is missed, and an empty page says that nothing is. With `Prefer: wait=N` an empty page, or one whose `ETag` you sent in
         *     `If-None-Match`, is held for up to N seconds, and answered at once when there is something. `Preference-Applied` says that
         *     the request could be held; without it, wait a minute before you ask again. A number of requests may be held at a time,
         *     for each address and in all, and at most for 55 seconds.
         *
         *     While `pagination.next_page_url` is not null, request exactly that URL. A full page never changes, except for what is
         *     removed for legal reasons: the counts and tickers of a release are those of its rows that are still there.
         */
        readonly get: operations["listReleases"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/releases.atom": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get releases as a feed
         * @description The list of `GET /v1/releases` as Atom (RFC 4287), the newest first, in pages that `rel="next"` links (RFC 5005). Each entry
         *     has an `id` that stays, the time of the release, one sentence, and a category for each ticker that was touched. Free, and
         *     needs no key. Feed readers send `If-None-Match`, and may send `Prefer: wait=N`.
         */
        readonly get: operations["getReleasesFeed"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/log/checkpoint": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the signed head of the log
         * @description The newest signed checkpoint of the public log, in the format of C2SP tlog-checkpoint: origin, number of leaves, root hash in
         *     base64, and the line `time` with the instant of signing. Below a blank line come the signatures of the log and those of
         *     witnesses. With `release`, it is the checkpoint of the log at the end of that release. Free, and needs no key.
         *
         *     A checkpoint extends every earlier one. Keep the newest that you have seen, and check that the next one extends it; two that
         *     do not are proof of a rewritten log. Preview research has no log. It is 404 while nothing is signed: before the first
         *     release, and for newer releases while a restored service has not continued its log.
         */
        readonly get: operations["getCheckpoint"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/log/tile/{level}/{tile}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a tile of the log
         * @description Hashes of the Merkle tree, or the entries themselves, as C2SP tlog-tiles describes. A tile has 256 hashes of 32 bytes; level 0
         *     has the leaf hashes, and each hash of a higher level is that of a full tile below. With `entries` as level it is a bundle of
         *     256 entries, each after its length as two bytes, big-endian; every entry has 32 bytes. Free, and needs no key.
         *
         *     An entry is `SHA-256(salt || row)`, so that it says nothing without its opening. A tile never changes; one that the log does
         *     not fill yet is 404, and `000.p/17` is the part of a tile that a log of 17 leaves has.
         */
        readonly get: operations["getLogTile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/transparency-log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the keys of the log
         * @description The origin of the log, the keys that sign its checkpoints, and the witnesses whose cosignatures they may carry. Free, and needs
         *     no key. Compare the keys with what you got another way: who serves a false log can serve false keys too.
         */
        readonly get: operations["getLogKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List sources
         * @description The directory of where released research comes from, by name in the order of code points, then by `source_id`. A
         *     source is in it from its first evidence on. One unit a page.
         */
        readonly get: operations["listSources"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sources/{source_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a source
         * @description One source with its newest 50 pieces of evidence; the rest is counted, and `GET /v1/sources/{source_id}/evidence` lists all of it. One unit.
         */
        readonly get: operations["getSource"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sources/{source_id}/evidence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the evidence of a source
         * @description Pages through everything captured from one source, the newest first by when each piece was observed, then by
         *     `evidence_id`. It goes on where the newest 50 of `GET /v1/sources/{source_id}` end. A source that is not known at the
         *     cutoff is 404 `no-such-record`; a range without evidence gives an empty page. One unit a page.
         */
        readonly get: operations["listEvidence"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{evidence_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the evidence behind a citation
         * @description The captured words themselves, so that every quote and hash of a citation can be checked offline. One unit.
         */
        readonly get: operations["getEvidence"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check a key
         * @description Says whether your key can pay for research now. Free. Access is usable when `status` is `ready`, `dataMode` is `live`,
         *     and either `prepaidRequestsRemaining` is positive, or `subscriptionPlan` is not null and
         *     `subscriptionRequestsRemaining` is positive or null (unlimited).
         */
        readonly get: operations["getStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/receipts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List receipts
         * @description What every request of the key's workspace was charged in the last 90 days, the newest first, then by `request_id`. It
         *     holds the requests of all its keys, chats and people, and those of previews, which cost 0. While
         *     `pagination.next_page_url` is not null, request exactly that URL. Free.
         */
        readonly get: operations["listReceipts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/receipts/{request_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the receipt of a request
         * @description What one request id was charged, and the digest of what was delivered for it. Free, for 90 days.
         */
        readonly get: operations["getReceipt"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/receipts/{request_id}/openings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what proves a document
         * @description Openings of every row that the delivered document shows: the row, its salt, and its place in the public log. `SHA-256(salt ||
         *     row)`, with the row in canonical form (RFC 8785, JCS), is the entry at that index; with the tiles of the log it is shown to be
         *     under a checkpoint. Free, as the receipt is, while the document is kept for repetitions. Rows that were removed for legal
         *     reasons have no opening any more. A preview has no log, so its list is empty.
         */
        readonly get: operations["getOpenings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/cli/initiate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a device login
         * @description Asks for a code that a person approves in a browser. Give the person the complete `browserUrl` and, apart from it,
         *     the `userCode` to compare. Never show the `deviceCode`. Free, and needs no key.
         */
        readonly post: operations["initiateDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/auth/cli/poll": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Poll a device login
         * @description Asks whether the person has decided. Send the device code as the Bearer token, run one poller, and wait at least
         *     `interval` seconds between requests. The key is delivered once: save it at once. Free.
         */
        readonly get: operations["pollDevice"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/authorize": {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The registered client.
                 * @example chat
                 */
                readonly client_id: components["parameters"]["OAuthClientId"];
                /** @description Where the answer goes, exactly as registered. */
                readonly redirect_uri?: components["parameters"]["OAuthRedirectUri"];
                /**
                 * @description Always `code`.
                 * @example code
                 */
                readonly response_type?: components["parameters"]["OAuthResponseType"];
                /**
                 * @description Space-separated scopes. Left out, it is `research:read`.
                 * @example research:read
                 */
                readonly scope?: components["parameters"]["OAuthScope"];
                /** @description Returned to the client as it came. The whole address may have at most 2,900 characters. */
                readonly state?: components["parameters"]["OAuthState"];
                /** @description The PKCE challenge (RFC 7636), which is required: 43 characters of base64url. */
                readonly code_challenge?: components["parameters"]["OAuthCodeChallenge"];
                /**
                 * @description Always `S256`.
                 * @example S256
                 */
                readonly code_challenge_method?: components["parameters"]["OAuthCodeChallengeMethod"];
                /** @description The resource the token is for (RFC 8707). Left out, it is the MCP endpoint. */
                readonly resource?: components["parameters"]["OAuthResource"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the consent page
         * @description Where a registered AI client sends a person's browser. Shows who asks for what; a person who is not signed in signs
         *     in first. Parameters that are not listed are ignored (RFC 6749). Free.
         */
        readonly get: operations["authorizePage"];
        readonly put?: never;
        /**
         * Record the person's decision
         * @description The form of the consent page. The whole request is checked again, and the answer goes back to the client, or to the page where no workspace was chosen. Free.
         */
        readonly post: operations["decideAuthorization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange a code or a refresh token
         * @description Gives an access token for one hour and a refresh token, which is replaced at each use. Free.
         */
        readonly post: operations["exchangeToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/oauth/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke a token
         * @description Ends the grant that the token belongs to (RFC 7009). An unknown token is answered with 200, too. Free.
         */
        readonly post: operations["revokeToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/oauth-authorization-server": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Describe the authorization server
         * @description What a client needs to know before it sends a person here (RFC 8414). Free.
         */
        readonly get: operations["getAuthorizationServerMetadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/oauth-protected-resource": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Describe the protected resource
         * @description Names the MCP endpoint and who issues tokens for it (RFC 9728). Free.
         */
        readonly get: operations["getProtectedResourceMetadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/oauth-protected-resource/mcp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Describe the protected resource, path form
         * @description The same document at the address that RFC 9728 derives from `/mcp`. Free.
         */
        readonly get: operations["getMcpProtectedResourceMetadata"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description An instant in any spelling of RFC 3339, such as `2026-10-05T20:00:00Z` or `2026-10-05T16:00:00.5-04:00`. In a query the `+` of an offset is written `%2B`. Equal instants are the same request, and answers write them in UTC with milliseconds. Finer digits are cut off, towards the past, and a leap second is refused.
         */
        readonly Timestamp: string;
        /**
         * Format: date
         * @description A calendar date, `YYYY-MM-DD`.
         */
        readonly CalendarDate: string;
        /**
         * Format: uuid
         * @description A UUID, such as the id of a canonical entity.
         */
        readonly Uuid: string;
        /**
         * Format: uri
         * @description An absolute web address.
         */
        readonly WebUri: string;
        /** @description A SHA-256 digest in lower-case hex. */
        readonly Sha256: string;
        /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
        readonly Percent: number | null;
        /**
         * @description Which way a view points.
         * @enum {string}
         */
        readonly Direction: "bullish" | "bearish" | "mixed" | "unclear";
        /**
         * @description Where a view is in its course. Reversed, resolved and abandoned are final.
         * @enum {string}
         */
        readonly BeliefStatus: "forming" | "active" | "strengthened" | "weakened" | "reversed" | "resolved" | "abandoned" | "unknown";
        /**
         * @description What a condition would do to the thesis.
         * @enum {string}
         */
        readonly ConditionKind: "catalyst" | "risk" | "invalidation";
        /**
         * @description Whether it has happened. Met, missed and triggered are final.
         * @enum {string}
         */
        readonly ConditionStatus: "pending" | "met" | "missed" | "not_triggered" | "triggered" | "unknown";
        /**
         * @description How the company relates by the SIC code of its SEC filings, the same four digits or the same first three.
         * @enum {string}
         */
        readonly Relationship: "same_industry" | "same_industry_group";
        /**
         * @description Whether the captured words were checked against the source.
         * @enum {string}
         */
        readonly Verification: "verified" | "unverified" | "source_unavailable";
        /**
         * @description The author's own stated confidence. Absent when unknown.
         * @enum {string}
         */
        readonly Confidence: "low" | "medium" | "high";
        /**
         * @description What kind of publication a source is.
         * @enum {string}
         */
        readonly SourceKind: "post" | "article" | "filing" | "transcript" | "interview" | "video" | "letter" | "report" | "dataset";
        /**
         * @description What kind of thing an entity is.
         * @enum {string}
         */
        readonly EntityKind: "listing" | "company" | "fund" | "index" | "commodity" | "currency" | "industry" | "other";
        /**
         * @description What the author says to do, or did.
         * @enum {string}
         */
        readonly IntentAction: "buy" | "hold" | "sell" | "trim" | "short" | "cover" | "avoid_wait" | "conditional_buy" | "directional_opinion" | "derivative" | "unknown";
        /**
         * @description What that rests on.
         * @enum {string}
         */
        readonly IntentBasis: "recommendation" | "self_reported_position" | "self_reported_trade" | "third_party_report" | "published_opinion" | "unknown";
        /**
         * @description The time it speaks of.
         * @enum {string}
         */
        readonly IntentTime: "current" | "historical" | "future_conditional" | "unspecified";
        /**
         * @description The instrument it speaks of.
         * @enum {string}
         */
        readonly IntentInstrument: "equity" | "option" | "other" | "unknown";
        /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
        readonly Text: {
            /** @description The words themselves, in the language they were published in. */
            readonly text: string;
            /** @description Whether the text was cut here or had been cut by its source. */
            readonly truncated: boolean;
        };
        /** @description The time the author gave the thesis. */
        readonly Horizon: {
            /** @description The horizon in the author's words. */
            readonly text: string;
            /**
             * Format: date
             * @description The date it ends, or null when the words name none.
             */
            readonly until_on: string | null;
        };
        /** @description Something to know before using the answer. */
        readonly Warning: {
            /** @description A stable name, such as overview-view-cap. `records-left-out`: the list is answered without records that the service cannot show as this contract has it. */
            readonly code: string;
            /** @description The same in a sentence. */
            readonly message: string;
            /** @description JSON Pointer to what it is about, or null for the whole answer. */
            readonly pointer: string | null;
        };
        /** @description Whose view it is. */
        readonly Person: {
            /** @description The person's stable id. */
            readonly id: string;
            /** @description The person's name. */
            readonly name: string;
            /** @description The name used where it was published, or null. */
            readonly handle: string | null;
        };
        /** @description What is covered. */
        readonly TickersResponse: {
            /**
             * Format: date-time
             * @description The cutoff of the list.
             */
            readonly as_of: string;
            /**
             * @description Whether this is research or fictional preview data.
             * @enum {string}
             */
            readonly mode: "live" | "preview";
            /** @description The covered tickers, in alphabetical order. */
            readonly tickers: readonly components["schemas"]["CoveredTicker"][];
            /** @description What to know before using the list; absent when there is nothing. */
            readonly warnings?: readonly components["schemas"]["Warning"][];
        };
        /** @description A ticker with released research. */
        readonly CoveredTicker: {
            /** @description The symbol to ask for. */
            readonly ticker: string;
            /** @description The name, or the ticker when no name is known. */
            readonly name: string;
            /**
             * Format: uuid
             * @description The id of the security.
             */
            readonly security_id: string;
            /** @description Its SEC central index key, ten digits; absent when not known. */
            readonly cik?: string;
            /** @description Its financial instrument global identifier; absent when not known. */
            readonly figi?: string;
            /** @description Its international securities identification number; absent when not known. */
            readonly isin?: string;
            /**
             * Format: int64
             * @description How many beliefs are released.
             */
            readonly released_record_count: number;
            /**
             * Format: date-time
             * @description When its first released belief was observed.
             */
            readonly first_covered_at: string;
            /**
             * Format: date-time
             * @description When its newest observation was made.
             */
            readonly latest_observation_at: string;
        };
        /** @description A brief in one of its three forms. */
        readonly Brief: components["schemas"]["BriefOverview"] | components["schemas"]["BriefFull"] | components["schemas"]["BriefEntity"];
        /** @description The brief of a listed security on one page. */
        readonly BriefOverview: {
            /**
             * @description The form of this brief. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly view: "overview";
            /**
             * @description The layout of the overview.
             * @constant
             */
            readonly overview_version: "security-brief-overview-v1";
            /**
             * @description The schema of the brief.
             * @constant
             */
            readonly schema_version: "1";
            /**
             * Format: date-time
             * @description When what this answer says became known to the service.
             */
            readonly generated_at: string;
            /**
             * Format: date-time
             * @description The cutoff that was used.
             */
            readonly as_of: string;
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description The listed security. */
            readonly security: components["schemas"]["Security"];
            /** @description The last known price, with its date and provider: where several price it, the operator's first is quoted, else the first loaded, and the others only check it. A missing price is never carried forward. */
            readonly market_price: components["schemas"]["MarketPrice"];
            /** @description How much of what is released this answer shows. Returned plus omitted is released. */
            readonly coverage: components["schemas"]["Coverage"];
            /** @description Verdict of the published policy trade-state-v2 over the views. It is not advice, and related companies never enter it. */
            readonly trade_state: components["schemas"]["TradeState"];
            /** @description At most five attributed views, one per belief. */
            readonly views: readonly components["schemas"]["View"][];
            /** @description The price next to SPY, or null when fewer than two sessions are priced in both; a limitation then says why. */
            readonly chart: components["schemas"]["Chart"] | null;
            /** @description Research about companies of the same industry. Nothing of it is transferred to this security. */
            readonly related_context: components["schemas"]["RelatedContext"];
            /** @description Every citation that this answer refers to, once. */
            readonly citations: readonly components["schemas"]["Citation"][];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
            readonly links: components["schemas"]["BriefLinks"];
            /**
             * @description Recent changes of mind and the next dated events. All numbers are over every view of the security; only `views` follows
             *     the returned ones. `opened` counts views by their first direction, also those that follow a reversal; `people` counts
             *     distinct people with a counting view of each direction.
             */
            readonly activity: components["schemas"]["Activity"];
        };
        /** @description The overview and the case behind each view. */
        readonly BriefFull: {
            /**
             * @description The form of this brief. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly view: "full";
            /**
             * @description The layout of the part it shares with the overview.
             * @constant
             */
            readonly overview_version: "security-brief-overview-v1";
            /**
             * @description The schema of the brief.
             * @constant
             */
            readonly schema_version: "1";
            /**
             * Format: date-time
             * @description When what this answer says became known to the service.
             */
            readonly generated_at: string;
            /**
             * Format: date-time
             * @description The cutoff that was used.
             */
            readonly as_of: string;
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description The listed security. */
            readonly security: components["schemas"]["Security"];
            /** @description The last known price, with its date and provider: where several price it, the operator's first is quoted, else the first loaded, and the others only check it. A missing price is never carried forward. */
            readonly market_price: components["schemas"]["MarketPrice"];
            /** @description How much of what is released this answer shows. Returned plus omitted is released. */
            readonly coverage: components["schemas"]["Coverage"];
            /** @description Verdict of the published policy trade-state-v2 over the views. It is not advice, and related companies never enter it. */
            readonly trade_state: components["schemas"]["TradeState"];
            /** @description The attributed views, one per belief. */
            readonly views: readonly components["schemas"]["View"][];
            /** @description The price next to SPY, or null when fewer than two sessions are priced in both; a limitation then says why. */
            readonly chart: components["schemas"]["Chart"] | null;
            /** @description Research about companies of the same industry. Nothing of it is transferred to this security. */
            readonly related_context: components["schemas"]["RelatedContext"];
            /** @description Every citation that this answer refers to, once. */
            readonly citations: readonly components["schemas"]["Citation"][];
            /** @description The cases behind the first views, by belief_id. */
            readonly theses: readonly components["schemas"]["Thesis"][];
            /**
             * Format: int32
             * @description How many released beliefs have no thesis here.
             */
            readonly omitted_thesis_count: number;
            /** @description Research about companies with the same observed SEC industry, each under its own name. Absent when there is none. */
            readonly sector_context?: components["schemas"]["SectorContext"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
            readonly links: components["schemas"]["BriefLinks"];
            /**
             * @description Recent changes of mind and the next dated events. All numbers are over every view of the security; only `views` follows
             *     the returned ones. `opened` counts views by their first direction, also those that follow a reversal; `people` counts
             *     distinct people with a counting view of each direction.
             */
            readonly activity: components["schemas"]["Activity"];
        };
        /** @description The brief of a canonical entity that is not a listing, at most 32 KiB. Nothing about it is priced. */
        readonly BriefEntity: {
            /**
             * @description The form of this brief. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly view: "entity";
            /**
             * @description The schema of the brief.
             * @constant
             */
            readonly schema_version: "1";
            /**
             * Format: date-time
             * @description When what this answer says became known to the service.
             */
            readonly generated_at: string;
            /**
             * Format: date-time
             * @description The cutoff that was used.
             */
            readonly as_of: string;
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description The entity that the brief is about. */
            readonly entity: components["schemas"]["Entity"];
            /** @description Something that the service cannot say about this entity. */
            readonly price_capability: components["schemas"]["CapabilityGap"];
            /** @description Something that the service cannot say about this entity. */
            readonly benchmark_capability: components["schemas"]["CapabilityGap"];
            /** @description How much of what is released this answer shows. Returned plus omitted is released. */
            readonly coverage: components["schemas"]["Coverage"];
            /** @description The attributed views, one per belief. */
            readonly views: readonly components["schemas"]["View"][];
            /** @description The conditions of those views. */
            readonly recorded_conditions: readonly components["schemas"]["RecordedCondition"][];
            /**
             * Format: int32
             * @description How many conditions of those views are left out.
             */
            readonly omitted_condition_count: number;
            /** @description Every citation that this answer refers to, once. */
            readonly citations: readonly components["schemas"]["Citation"][];
            /** @description How to read all beliefs about the entity, over MCP or REST. */
            readonly continuation: components["schemas"]["Continuation"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
            readonly links: components["schemas"]["EntityLinks"];
        };
        /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
        readonly BriefLinks: {
            /**
             * Format: uri
             * @description This answer again.
             */
            readonly self: string;
            /**
             * Format: uri
             * @description The full form.
             */
            readonly full: string;
            /**
             * Format: uri
             * @description Every belief, or null when the security has none of its own.
             */
            readonly beliefs: string | null;
            /**
             * Format: uri
             * @description The signed head of the public log at the release of this answer, or null for a preview.
             */
            readonly checkpoint: string | null;
        };
        /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
        readonly EntityLinks: {
            /**
             * Format: uri
             * @description This answer again.
             */
            readonly self: string;
            /**
             * Format: uri
             * @description Every belief about the entity.
             */
            readonly beliefs: string;
            /**
             * Format: uri
             * @description The signed head of the public log at the release of this answer, or null for a preview.
             */
            readonly checkpoint: string | null;
        };
        /**
         * @description Recent changes of mind and the next dated events. All numbers are over every view of the security; only `views` follows
         *     the returned ones. `opened` counts views by their first direction, also those that follow a reversal; `people` counts
         *     distinct people with a counting view of each direction.
         */
        readonly Activity: {
            /**
             * Format: int32
             * @description Length of the window that ends at `as_of`, in days of 24 hours.
             * @constant
             */
            readonly window_days: 90;
            /** @description A number for each direction. */
            readonly opened: components["schemas"]["DirectionCounts"];
            /** @description Views that changed direction without ending, by direction before and after. A first clear word is not a turn. */
            readonly turned: readonly components["schemas"]["Turn"][];
            /**
             * Format: int32
             * @description Views whose first bullish, bearish or mixed word came in the window, after unclear ones.
             */
            readonly clarified_view_count: number;
            /**
             * Format: int32
             * @description Views that the opposite direction ended.
             */
            readonly reversed_view_count: number;
            /**
             * Format: int32
             * @description Views resolved or abandoned.
             */
            readonly closed_view_count: number;
            /** @description A number for each direction. */
            readonly people: components["schemas"]["DirectionCounts"];
            /** @description Open views that do not count, each by the first reason that applies, in this order. */
            readonly not_counting: components["schemas"]["NotCounting"];
            /**
             * Format: int32
             * @description Age of the newest observation at `as_of` in whole days of 24 hours, or null without own research.
             */
            readonly newest_observation_age_days: number | null;
            /** @description The next three dated conditions and horizons of open views, soonest first. */
            readonly next_dated: readonly components["schemas"]["DatedEvent"][];
            /** @description One entry for each returned view, in their order. */
            readonly views: readonly components["schemas"]["ViewDirection"][];
        };
        /** @description A number for each direction. */
        readonly DirectionCounts: {
            /**
             * Format: int32
             * @description How many point up.
             */
            readonly bullish: number;
            /**
             * Format: int32
             * @description How many point down.
             */
            readonly bearish: number;
            /**
             * Format: int32
             * @description How many point both ways.
             */
            readonly mixed: number;
            /**
             * Format: int32
             * @description How many point no clear way.
             */
            readonly unclear: number;
        };
        /** @description Views that went from one direction to another within their course. */
        readonly Turn: {
            /** @description Which way a view points. */
            readonly from: components["schemas"]["Direction"];
            /** @description Which way a view points. */
            readonly to: components["schemas"]["Direction"];
            /**
             * Format: int32
             * @description How many views did so.
             */
            readonly view_count: number;
        };
        /** @description Open views that do not count, each by the first reason that applies, in this order. */
        readonly NotCounting: {
            /**
             * Format: int32
             * @description Their conditions no longer hold.
             */
            readonly invalidated: number;
            /**
             * Format: int32
             * @description Forming or of unknown status, or a weakened view with a direction.
             */
            readonly status: number;
            /**
             * Format: int32
             * @description Past their own horizon.
             */
            readonly horizon: number;
            /**
             * Format: int32
             * @description Without a dated horizon, and not restated for more than 365 days.
             */
            readonly silent: number;
        };
        /** @description A condition that is still open, or the end of a horizon. */
        readonly DatedEvent: {
            /**
             * @description Kind of event.
             * @enum {string}
             */
            readonly kind: "condition" | "horizon";
            /** @description A calendar date, `YYYY-MM-DD`. */
            readonly due_on: components["schemas"]["CalendarDate"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /** @description The view it belongs to. */
            readonly belief_id: string;
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /**
         * @description Origin of a direction: the author's own words for it, the operator's classification, or not recorded.
         * @enum {string}
         */
        readonly DirectionBasis: "author_declared" | "operator_classified" | "unknown";
        /** @description Since when a returned view has its direction, and the price move since then. The view itself is closed by the specification. */
        readonly ViewDirection: {
            /** @description The id of the view, as in `views`. */
            readonly belief_id: string;
            /**
             * Format: date-time
             * @description When the current direction was given.
             */
            readonly direction_since: string;
            /**
             * Format: date-time
             * @description When the current direction was last given or repeated.
             */
            readonly direction_last_stated_at: string;
            /** @description Origin of a direction: the author's own words for it, the operator's classification, or not recorded. */
            readonly direction_basis: components["schemas"]["DirectionBasis"];
            /** @description The move of the underlying price from an entry session to the latest price, over the same two sessions as SPY. Its sign is never turned for a bearish view. */
            readonly since_direction_mark: components["schemas"]["Mark"];
        };
        /** @description The entity that the brief is about. */
        readonly Entity: {
            /** @description A UUID, such as the id of a canonical entity. */
            readonly entity_id: components["schemas"]["Uuid"];
            /** @description The name, or null when it is not known. */
            readonly name: string | null;
            /** @description What kind of thing an entity is. */
            readonly kind: components["schemas"]["EntityKind"];
        };
        /** @description Something that the service cannot say about this entity. */
        readonly CapabilityGap: {
            /**
             * @description Always `unavailable`, since a gap is what is missing.
             * @constant
             */
            readonly status: "unavailable";
            /** @description Why the service cannot say it. */
            readonly reason: string;
        };
        /** @description A condition that a view rests on. */
        readonly RecordedCondition: {
            /** @description The view it belongs to. */
            readonly belief_id: string;
            /** @description What a condition would do to the thesis. */
            readonly kind: components["schemas"]["ConditionKind"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /** @description Whether it has happened. Met, missed and triggered are final. */
            readonly status: components["schemas"]["ConditionStatus"];
            /**
             * Format: date-time
             * @description When the author expects it, or null.
             */
            readonly expected_by: string | null;
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /** @description How to read all beliefs about the entity, over MCP or REST. */
        readonly Continuation: {
            /**
             * @description The MCP tool.
             * @constant
             */
            readonly operation: "get_beliefs";
            /** @description What to call the tool with. */
            readonly arguments: components["schemas"]["ContinuationArguments"];
            /**
             * Format: uri
             * @description The same as a REST request.
             */
            readonly url: string;
        };
        /** @description What to call the tool with. */
        readonly ContinuationArguments: {
            /** @description A UUID, such as the id of a canonical entity. */
            readonly entity_id: components["schemas"]["Uuid"];
            /**
             * Format: date-time
             * @description The cutoff of this brief.
             */
            readonly as_of: string;
        };
        /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
        readonly DataStatus: {
            /**
             * @description Preview is fictional data for testing.
             * @enum {string}
             */
            readonly mode: "live" | "preview";
            /**
             * @description Whether prices are up to date; delayed is one session behind. A list of one subject has that subject's freshness, any other list that of SPY.
             * @enum {string}
             */
            readonly freshness: "current" | "delayed" | "stale";
            /**
             * @description Whether anything is missing: omitted records, open views that do not count, a price, a benchmark or an industry code.
             * @enum {string}
             */
            readonly coverage: "complete" | "partial" | "insufficient";
            /**
             * Format: date-time
             * @description When the subject's newest observation was made.
             */
            readonly latest_observation_at: string | null;
            /** @description How recent the security's and the benchmark's prices are. */
            readonly market_freshness?: components["schemas"]["MarketFreshness"];
            /** @description One sentence for each thing to know, the unusual first. Nothing that a reason or market_freshness.reason says is repeated. Some begin with a code: `price-jump:` names a session whose price is at least 5 times that of the session before it, or a fifth of it or less. */
            readonly limitations: readonly string[];
        };
        /** @description How recent the security's and the benchmark's prices are. */
        readonly MarketFreshness: {
            /**
             * @description The worse of the two.
             * @enum {string}
             */
            readonly status: "current" | "stale" | "unverified";
            /**
             * Format: date
             * @description The last session that should be priced, or null.
             */
            readonly expected_session: string | null;
            /**
             * Format: date
             * @description The last priced session of the security, or null.
             */
            readonly security_through: string | null;
            /**
             * Format: date
             * @description The last priced session of SPY, or null.
             */
            readonly benchmark_through: string | null;
            /** @description Why the status is what it is. */
            readonly reason: string;
        };
        /** @description The listed security. */
        readonly Security: {
            /** @description The canonical entity id. */
            readonly id: string;
            /** @description The symbol it is listed under. */
            readonly ticker: string;
            /** @description The name, or the ticker when no name is known. */
            readonly name: string;
        };
        /** @description The last known price, with its date and provider: where several price it, the operator's first is quoted, else the first loaded, and the others only check it. A missing price is never carried forward. */
        readonly MarketPrice: {
            /**
             * @description How far the price can be trusted.
             * @enum {string}
             */
            readonly status: "current" | "stale" | "unverified" | "unavailable";
            /**
             * @description Daily close, adjusted for splits and dividends.
             * @constant
             */
            readonly basis: "adjusted_daily_close";
            /** @description The price, or null when there is none. */
            readonly reference: components["schemas"]["PriceReference"] | null;
        };
        /** @description One dated price of one provider. */
        readonly PriceReference: {
            /** @description The adjusted close. */
            readonly price: number;
            /**
             * @description The currency of the price.
             * @constant
             */
            readonly currency: "USD";
            /**
             * Format: date
             * @description The session that it closed.
             */
            readonly session_date: string;
            /**
             * Format: date-time
             * @description When the provider observed it.
             */
            readonly provider_observed_at: string;
            /** @description The data provider. */
            readonly source: string;
            /** @description `sha256:` and the SHA-256, in hex, of the RFC 8785 canonical JSON of {adjusted_close (text, as the provider wrote it), basis: "adjusted_close", currency, provider, provider_observed_at, session_date, ticker}. */
            readonly observation_hash: string;
        };
        /** @description How much of what is released this answer shows. Returned plus omitted is released. */
        readonly Coverage: {
            /**
             * Format: int64
             * @description Beliefs released and not withdrawn.
             */
            readonly released_record_count: number;
            /**
             * Format: int64
             * @description Views in this answer.
             */
            readonly returned_view_count: number;
            /**
             * Format: int64
             * @description Released beliefs that this answer does not show.
             */
            readonly omitted_record_count: number;
            /** @description Every record can be read in full. */
            readonly detail_available: true;
        };
        /** @description Verdict of the published policy trade-state-v2 over the views. It is not advice, and related companies never enter it. */
        readonly TradeState: {
            /**
             * @description What the policy answers.
             * @enum {string}
             */
            readonly action: "BUY" | "WAIT" | "AVOID";
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /**
             * @description Whether the counting views point one way, both ways or no way.
             * @enum {string}
             */
            readonly decision_mode: "one_sided" | "competing_setups" | "no_directional_setup";
            /** @description In this order: the verdict with its counts, the price if not current, what keeps it from BUY or AVOID, the views that do not count, the price confirmation. */
            readonly reasons: readonly components["schemas"]["Text"][];
            /** @description What would change the answer. */
            readonly watch_conditions: readonly components["schemas"]["Text"][];
            /**
             * Format: int32
             * @description How many more there are.
             */
            readonly omitted_watch_condition_count: number;
            /** @description One for each direction that a counting view has. */
            readonly setups: readonly components["schemas"]["Setup"][];
        };
        /** @description The counting views of one direction, taken together. */
        readonly Setup: {
            /**
             * @description The direction that these views share.
             * @enum {string}
             */
            readonly direction: "bullish" | "bearish";
            /**
             * @description Long watch for bullish and avoid watch for bearish.
             * @enum {string}
             */
            readonly posture: "long_watch" | "avoid_watch";
            /**
             * @description Whether the price has moved with the views since each took its direction.
             * @enum {string}
             */
            readonly price_confirmation: "working" | "mixed" | "against" | "unmeasured";
            /** @description The belief ids of the returned counting views behind it. */
            readonly thesis_ids: readonly string[];
            /** @description What those views depend on. */
            readonly conditions: readonly components["schemas"]["Condition"][];
            /**
             * Format: int32
             * @description How many more there are.
             */
            readonly omitted_condition_count: number;
        };
        /** @description Something that would confirm, endanger or end a thesis. */
        readonly Condition: {
            /** @description What a condition would do to the thesis. */
            readonly kind: components["schemas"]["ConditionKind"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /** @description Whether it has happened. Met, missed and triggered are final. */
            readonly status: components["schemas"]["ConditionStatus"];
            /**
             * Format: date-time
             * @description When the author expects it, or null.
             */
            readonly expected_by: string | null;
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /** @description One person's view, one per belief. */
        readonly View: {
            /** @description The belief, to read in full. */
            readonly belief_id: string;
            /** @description Whose view it is. */
            readonly person: components["schemas"]["Person"];
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /** @description Where a view is in its course. Reversed, resolved and abandoned are final. */
            readonly status: components["schemas"]["BeliefStatus"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly summary: components["schemas"]["Text"];
            /** @description The case in a few cited paragraphs. */
            readonly investment_case?: components["schemas"]["InvestmentCase"];
            /**
             * Format: date-time
             * @description When the view was first observed.
             */
            readonly first_observed_at: string;
            /**
             * Format: date-time
             * @description When it was last revised, or null when it never was.
             */
            readonly latest_revision_at: string | null;
            /** @description What the author says to do or has done. Nothing of it is verified to have been executed. */
            readonly author_intent?: components["schemas"]["AuthorIntent"];
            /** @description The newest claim for it, or null. */
            readonly support: components["schemas"]["ViewClaim"] | null;
            /** @description The newest claim against it, or null. */
            readonly risk: components["schemas"]["ViewClaim"] | null;
            /**
             * Format: int32
             * @description How many more claims the record has.
             */
            readonly omitted_claim_count: number;
            /** @description Whether the conditions of the view still hold. */
            readonly condition: components["schemas"]["ViewCondition"];
            /** @description Where the view was published. */
            readonly source_citation_id: string;
        };
        /** @description The case in a few cited paragraphs. */
        readonly InvestmentCase: {
            /**
             * @description The layout of the case.
             * @constant
             */
            readonly schema_version: "investment-case-v1";
            /** @description The paragraphs of the case, in reading order. */
            readonly paragraphs: readonly components["schemas"]["CaseParagraph"][];
        };
        /** @description One paragraph and what it rests on. */
        readonly CaseParagraph: {
            /** @description The words of the paragraph. */
            readonly text: string;
            /** @description Where it was said. */
            readonly citation_ids: readonly string[];
        };
        /** @description A claim for or against a view. */
        readonly ViewClaim: {
            /** @description The claim, or null when it has no record of its own. */
            readonly claim_id: string | null;
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /** @description Whether the conditions of the view still hold. */
        readonly ViewCondition: {
            /**
             * @description What an assessment of the conditions found.
             * @enum {string}
             */
            readonly validity: "conditions_supported" | "needs_review" | "invalidated" | "unknown";
            /**
             * @description Whether something outside the thesis has happened to it.
             * @enum {string}
             */
            readonly external_state: "clear" | "triggered" | "unknown";
            /** @description What stands in the way. */
            readonly blockers: readonly components["schemas"]["Text"][];
            /**
             * Format: int32
             * @description How many more there are.
             */
            readonly omitted_blocker_count: number;
        };
        /** @description What the author says to do or has done. Nothing of it is verified to have been executed. */
        readonly AuthorIntent: {
            /** @description What the author says to do, or did. */
            readonly action: components["schemas"]["IntentAction"];
            /** @description What that rests on. */
            readonly basis: components["schemas"]["IntentBasis"];
            /** @description The time it speaks of. */
            readonly time_context: components["schemas"]["IntentTime"];
            /** @description The instrument it speaks of. */
            readonly instrument: components["schemas"]["IntentInstrument"];
            /** @description Whose position is meant. Absent when unknown. */
            readonly position_actor?: components["schemas"]["PositionActor"];
            /** @description What the author says besides. */
            readonly additional_intents?: readonly components["schemas"]["AdditionalIntent"][];
            /**
             * @description How the intent was read.
             * @enum {string}
             */
            readonly methodology_version: "belief-author-intent-v1" | "belief-author-intent-v2" | "belief-author-intent-v3";
            /**
             * @description Whether it still is the latest.
             * @enum {string}
             */
            readonly status: "not_assessed" | "current" | "superseded";
            /** @description The observation it comes from, or null. */
            readonly observation_id: string | null;
            /**
             * Format: date-time
             * @description When it was observed, or null.
             */
            readonly observed_at: string | null;
            /** @description What the author makes it depend on. */
            readonly conditions: readonly components["schemas"]["IntentCondition"][];
            /** @description Where it was said. */
            readonly citation_ids: readonly string[];
            /** @description Always false, because no trade is ever verified. */
            readonly execution_verified: false;
        };
        /** @description A further intent of the same author. */
        readonly AdditionalIntent: {
            /** @description What the author says to do, or did. */
            readonly action: components["schemas"]["IntentAction"];
            /** @description What that rests on. */
            readonly basis: components["schemas"]["IntentBasis"];
            /** @description The time it speaks of. */
            readonly time_context: components["schemas"]["IntentTime"];
            /** @description The instrument it speaks of. */
            readonly instrument: components["schemas"]["IntentInstrument"];
            /** @description Whose position is meant. Absent when unknown. */
            readonly position_actor?: components["schemas"]["PositionActor"];
            /** @description What the author makes it depend on. */
            readonly conditions: readonly components["schemas"]["IntentCondition"][];
            /** @description Where it was said. */
            readonly citation_ids: readonly string[];
        };
        /** @description A condition of an intent. */
        readonly IntentCondition: {
            /** @description What has to hold, in words. */
            readonly statement: string;
            /** @description Where it was said. */
            readonly citation_ids: readonly string[];
        };
        /** @description Whose position is meant. Absent when unknown. */
        readonly PositionActor: components["schemas"]["PersonalActor"] | components["schemas"]["NamedActor"] | components["schemas"]["UnresolvedActor"] | components["schemas"]["NoActor"];
        /** @description The author's own position. */
        readonly PersonalActor: {
            /**
             * @description The position is the author's own. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "author_personal";
            /**
             * @description Always null, since the author is named elsewhere.
             * @constant
             */
            readonly name: null;
        };
        /** @description A named portfolio or entity. */
        readonly NamedActor: {
            /**
             * @description A named portfolio or entity. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "named_portfolio_or_entity";
            /** @description The name of the portfolio or entity. */
            readonly name: string;
        };
        /** @description Somebody's position, but whose is not clear. */
        readonly UnresolvedActor: {
            /**
             * @description It is not clear whose position it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "unresolved";
            /**
             * @description Always null, because no name is known.
             * @constant
             */
            readonly name: null;
        };
        /** @description No position is meant. */
        readonly NoActor: {
            /**
             * @description No position is spoken of. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "not_applicable";
            /**
             * @description Always null, because there is nobody to name.
             * @constant
             */
            readonly name: null;
        };
        /** @description The security next to SPY, both 100 at the first session, over the last 252 sessions priced in both; the window does not depend on the returned views. */
        readonly Chart: {
            /**
             * @description What is drawn.
             * @constant
             */
            readonly measure: "normalized_security_and_spy_price_index";
            /** @description The value at the first session. */
            readonly baseline_value: 100;
            /**
             * Format: date
             * @description The first session, or null.
             */
            readonly from_session: string | null;
            /**
             * Format: date
             * @description The last session, or null.
             */
            readonly to_session: string | null;
            /**
             * Format: date
             * @description The last session that both series price, or null.
             */
            readonly market_data_through: string | null;
            /**
             * Format: int32
             * @description How many sessions the points were chosen from.
             */
            readonly sampled_from_points: number;
            /** @description At most 60 sessions, oldest first. */
            readonly series: readonly components["schemas"]["ChartPoint"][];
            /** @description When the returned views began and changed. */
            readonly markers: readonly components["schemas"]["ChartMarker"][];
            /**
             * Format: int32
             * @description How many more there are.
             */
            readonly omitted_marker_count: number;
            /** @description How the points were chosen, and what they leave out. */
            readonly limitations: readonly string[];
        };
        /** @description One session. */
        readonly ChartPoint: {
            /** @description A calendar date, `YYYY-MM-DD`. */
            readonly session_date: components["schemas"]["CalendarDate"];
            /** @description The security, rounded half-even to 6 decimals. */
            readonly security_index: number;
            /** @description SPY, rounded half-even to 6 decimals. */
            readonly benchmark_index: number;
            /** @description The first minus the second, exactly as published. */
            readonly excess_return_percent: number;
        };
        /** @description A move of a view. */
        readonly ChartMarker: {
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly occurred_at: string;
            /**
             * Format: date
             * @description Its entry session, or null.
             */
            readonly session_date: string | null;
            /** @description What a revision did to a view. Closed is resolved or abandoned. */
            readonly kind: components["schemas"]["Move"];
            /** @description The belief id of the view. */
            readonly thesis_id: string;
            /** @description Whose view it is. */
            readonly person_id: string;
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /** @description A few words. */
            readonly label: string;
            /** @description Where it was said. */
            readonly citation_ids: readonly string[];
        };
        /**
         * @description What a revision did to a view. Closed is resolved or abandoned.
         * @enum {string}
         */
        readonly Move: "initiated" | "updated" | "strengthened" | "weakened" | "reversed" | "closed";
        /** @description Research about companies of the same industry. Nothing of it is transferred to this security. */
        readonly RelatedContext: {
            /**
             * @description Whether there is research of its own, of related companies, or both.
             * @enum {string}
             */
            readonly basis: "direct_and_related" | "related_industry" | "none";
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly summary: components["schemas"]["Text"];
            /** @description At most eight: those that count first, then other open ones; ended ones only if there is no other. */
            readonly related_beliefs: readonly components["schemas"]["RelatedBelief"][];
            /**
             * Format: int32
             * @description How many more there are.
             */
            readonly omitted_related_count: number;
            /** @description What the relations leave out. */
            readonly limitations: readonly string[];
        };
        /** @description A belief about another company. */
        readonly RelatedBelief: {
            /** @description The id of the belief, to read it in full. */
            readonly belief_id: string;
            /** @description The other company. */
            readonly ticker: string;
            /** @description The name of whose view it is. */
            readonly person: string;
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly summary: components["schemas"]["Text"];
            /** @description How the company relates by the SIC code of its SEC filings, the same four digits or the same first three. */
            readonly relationship: components["schemas"]["Relationship"];
            /** @description Where it was published. */
            readonly citation_id: string;
        };
        /** @description Where something was said, down to the words. */
        readonly Citation: {
            /** @description The id that the answer refers to. */
            readonly citation_id: string;
            /** @description The captured evidence. */
            readonly evidence_id: string;
            /**
             * Format: uri
             * @description Where it was published.
             */
            readonly source_url: string;
            /** @description The title of the document. */
            readonly source_title: string;
            /** @description Its author. Absent when unknown. */
            readonly author_name?: string;
            /** @description The publication it belongs to. */
            readonly source_id: string;
            /** @description What kind of publication a source is. */
            readonly source_type: components["schemas"]["SourceKind"];
            /**
             * Format: date-time
             * @description The instant it was published, or null when none is recorded.
             */
            readonly published_at: string | null;
            /**
             * Format: date
             * @description The day it was published, where only that is recorded, or null.
             */
            readonly published_on: string | null;
            /**
             * Format: date-time
             * @description When the evidence was observed.
             */
            readonly observed_at: string;
            /** @description Where in the source. */
            readonly locator: components["schemas"]["Locator"];
            /** @description The hash of the whole captured text. */
            readonly content_hash: string;
            /** @description Whether the captured words were checked against the source. */
            readonly verification: components["schemas"]["Verification"];
        };
        /** @description Where in the source. */
        readonly Locator: components["schemas"]["TextQuote"] | components["schemas"]["TimeRange"] | components["schemas"]["PageNumber"] | components["schemas"]["RenderedText"] | components["schemas"]["SummarisedText"];
        /** @description The very words, found in the captured text. */
        readonly TextQuote: {
            /**
             * @description A quote from the captured text. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "text_quote";
            /** @description The quoted words, exactly as captured. */
            readonly exact: string;
            /** @description What stands before them, or null. */
            readonly prefix: string | null;
            /** @description What stands after them, or null. */
            readonly suffix: string | null;
        };
        /** @description A part of a recording. */
        readonly TimeRange: {
            /**
             * @description A time range. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "time_range";
            /** @description Where it begins. */
            readonly start_seconds: number;
            /** @description Where it ends. */
            readonly end_seconds: number;
        };
        /** @description A page of a document. */
        readonly PageNumber: {
            /**
             * @description A page of a document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "page";
            /**
             * Format: int32
             * @description The page, counted from 1.
             */
            readonly page: number;
        };
        /** @description A rendering of what was said, such as a translation or a transcript. Not the author's exact words. */
        readonly RenderedText: {
            /**
             * @description A rendering in other words. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "rendered";
            /** @description The words of the rendering. */
            readonly text: string;
        };
        /** @description A summary of what was said. Not the author's exact words. */
        readonly SummarisedText: {
            /**
             * @description A summary in other words. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "summarised";
            /** @description The words of the summary. */
            readonly text: string;
        };
        /** @description The case behind one view, by its belief_id. */
        readonly Thesis: {
            /** @description The view it belongs to. */
            readonly belief_id: string;
            /**
             * Format: date-time
             * @description When the current direction was given.
             */
            readonly direction_since: string;
            /**
             * Format: date-time
             * @description When the current direction was last given or repeated.
             */
            readonly direction_last_stated_at: string;
            /** @description Origin of a direction: the author's own words for it, the operator's classification, or not recorded. */
            readonly direction_basis: components["schemas"]["DirectionBasis"];
            /** @description The author's own stated confidence. Absent when unknown. */
            readonly confidence?: components["schemas"]["Confidence"];
            /** @description The time the author gave the thesis. */
            readonly horizon?: components["schemas"]["Horizon"];
            /** @description Everything the author claims. */
            readonly claims: readonly components["schemas"]["Claim"][];
            /** @description What the thesis depends on. */
            readonly conditions: readonly components["schemas"]["Condition"][];
            /** @description Its course, oldest first; never rewritten. */
            readonly revisions: readonly components["schemas"]["Revision"][];
            /** @description Price moves 21, 63, 126 and 252 sessions after the entry of each of the newest three spans of one direction, oldest span first. */
            readonly outcomes: readonly components["schemas"]["Outcome"][];
            /**
             * Format: int32
             * @description How many older spans of one direction are left out of the outcomes.
             */
            readonly omitted_span_count: number;
            /** @description The move of the underlying price from an entry session to the latest price, over the same two sessions as SPY. Its sign is never turned for a bearish view. */
            readonly since_inception_mark: components["schemas"]["Mark"];
            /** @description The move of the underlying price from an entry session to the latest price, over the same two sessions as SPY. Its sign is never turned for a bearish view. */
            readonly since_direction_mark: components["schemas"]["Mark"];
            /** @description Whether the two marks begin at different sessions, because the current direction is younger than the view. */
            readonly entry_sessions_differ: boolean;
            /** @description The last known price, with its date and provider: where several price it, the operator's first is quoted, else the first loaded, and the others only check it. A missing price is never carried forward. */
            readonly market_price: components["schemas"]["MarketPrice"];
            /** @description The author's targets beside the price, or null when the thesis is not active. */
            readonly price_opportunity: components["schemas"]["PriceOpportunity"] | null;
            /** @description What is known around the thesis, each item with its provenance. */
            readonly packet: components["schemas"]["Packet"];
        };
        /** @description Something that the author claims. */
        readonly Claim: {
            /** @description The id of the claim. */
            readonly claim_id: string;
            /**
             * @description What it does for the thesis.
             * @enum {string}
             */
            readonly role: "support" | "risk" | "context";
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /**
             * Format: int32
             * @description The revision that it belongs to.
             */
            readonly revision: number;
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly observed_at: string;
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /** @description One step in the course of a belief. */
        readonly Revision: {
            /**
             * Format: int32
             * @description Its number, counted from 1.
             */
            readonly revision: number;
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly observed_at: string;
            /**
             * @description What it did to the view; none where only conditions changed.
             * @enum {string}
             */
            readonly move: "initiated" | "updated" | "strengthened" | "weakened" | "reversed" | "closed" | "none";
            /** @description Whether it arrived after newer ones, and so moved nothing. */
            readonly late: boolean;
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly summary: components["schemas"]["Text"];
            /** @description The state before it, or null for the first. */
            readonly before: components["schemas"]["BeliefState"] | null;
            /** @description The state of a belief beside one of its revisions. */
            readonly after: components["schemas"]["BeliefState"];
            /** @description Where it was published. */
            readonly source_citation_id: string;
            /** @description Every statement behind this step, the one it is summarised from first. */
            readonly citation_ids: readonly string[];
        };
        /** @description The state of a belief beside one of its revisions. */
        readonly BeliefState: {
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /** @description Where a view is in its course. Reversed, resolved and abandoned are final. */
            readonly status: components["schemas"]["BeliefStatus"];
            /**
             * @description What an assessment of the conditions found.
             * @enum {string}
             */
            readonly validity: "conditions_supported" | "needs_review" | "invalidated" | "unknown";
            /**
             * @description Whether something outside the thesis has happened to it.
             * @enum {string}
             */
            readonly external_state: "clear" | "triggered" | "unknown";
        };
        /** @description The move of the underlying price over a fixed number of sessions after a view took a direction. Never a return of the author. `direction` is the one in force at the close of the entry session. */
        readonly Outcome: {
            /**
             * Format: int32
             * @description How many sessions after the entry.
             * @enum {integer}
             */
            readonly horizon_sessions: 21 | 63 | 126 | 252;
            /**
             * Format: date-time
             * @description When the span of one direction began that is measured.
             */
            readonly span_started_at: string;
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /** @description Whether no revision until the close of the horizon gave another direction or ended the view; null until then. */
            readonly direction_held: boolean | null;
            /**
             * @description Pending until the sessions have closed, unmeasurable without prices.
             * @enum {string}
             */
            readonly status: "measured" | "pending" | "unmeasurable";
            /** @description Why it is not measured, such as no_entry_price or ended_before_entry, or null. */
            readonly reason: string | null;
            /**
             * Format: date
             * @description The session of the entry price, or null.
             */
            readonly entry_session: string | null;
            /**
             * Format: date
             * @description The session at the horizon, or null.
             */
            readonly exit_session: string | null;
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly security_change_percent: components["schemas"]["Percent"];
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly benchmark_change_percent: components["schemas"]["Percent"];
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly excess_change_percent: components["schemas"]["Percent"];
        };
        /** @description The move of the underlying price from an entry session to the latest price, over the same two sessions as SPY. Its sign is never turned for a bearish view. */
        readonly Mark: {
            /**
             * @description Unmeasured while the latest price still is the entry price, unmeasurable without prices.
             * @enum {string}
             */
            readonly status: "measured" | "pending" | "unmeasured" | "unmeasurable";
            /** @description Why it is not measured, such as no_entry_price, or null. */
            readonly reason: string | null;
            /** @description The first price at or after the view, or null. */
            readonly entry: components["schemas"]["MarkPrice"] | null;
            /** @description The last price, or the price at which an ended view ended, or null. */
            readonly latest: components["schemas"]["MarkPrice"] | null;
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly security_change_percent: components["schemas"]["Percent"];
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly benchmark_change_percent: components["schemas"]["Percent"];
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly excess_change_percent: components["schemas"]["Percent"];
            /** @description Whether the mark ends where the view ended and not at the latest price. */
            readonly ended: boolean;
            /** @description Never a return of the author. */
            readonly is_author_return: false;
        };
        /** @description The prices of one session. */
        readonly MarkPrice: {
            /** @description A calendar date, `YYYY-MM-DD`. */
            readonly session_date: components["schemas"]["CalendarDate"];
            /** @description The adjusted close of the security. */
            readonly price: number;
            /** @description The adjusted close of SPY, or null. */
            readonly benchmark_price: number | null;
        };
        /** @description How far the price is from what the author named. Neither an expected return nor a proof that the thesis holds. */
        readonly PriceOpportunity: {
            /** @description Each explicit target of the author by itself. */
            readonly targets: readonly components["schemas"]["TargetDistance"][];
            /** @description Never an expected return. */
            readonly is_expected_return: false;
            /** @description Never a proof. */
            readonly proves_thesis_valid: false;
        };
        /** @description One target, and what is left to it if its conditions hold. */
        readonly TargetDistance: {
            /** @description The id of the target. */
            readonly target_id: string;
            /** @description The lower end as stated, or null. */
            readonly low: number | null;
            /** @description The upper end as stated, or null. */
            readonly high: number | null;
            /** @description The currency it was stated in. */
            readonly currency: string;
            /**
             * Format: date
             * @description The day it was stated.
             */
            readonly stated_on: string;
            /** @description The target's own horizon, or null. */
            readonly horizon: components["schemas"]["Horizon"] | null;
            /** @description What the author makes it depend on. */
            readonly conditions: readonly components["schemas"]["Text"][];
            /** @description The price that the author named beside it, or null. */
            readonly price_when_stated: number | null;
            /** @description What the stated target is divided by for splits since then, or null when unknown. */
            readonly split_factor: number | null;
            /** @description The split-adjusted, not dividend-adjusted close it is compared with, or null. */
            readonly current_price: number | null;
            /**
             * Format: date
             * @description The session of that close, or null.
             */
            readonly current_session: string | null;
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly remaining_change_to_low_percent: components["schemas"]["Percent"];
            /** @description A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0. */
            readonly remaining_change_to_high_percent: components["schemas"]["Percent"];
            /**
             * @description Near is within 5 percent.
             * @enum {string}
             */
            readonly proximity: "not_reached" | "near" | "reached_or_beyond" | "unknown";
            /** @description Why the distance is unknown, such as horizon_ended, target_not_restated, no_clear_direction or adjusted_price_not_comparable, or null. */
            readonly reason: string | null;
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /** @description What is known around the thesis, each item with its provenance. */
        readonly Packet: {
            /** @description Recorded changes, and one entry for each revision that moved something. */
            readonly changes: readonly components["schemas"]["PacketNote"][];
            /** @description Why the author holds it. */
            readonly reasons: readonly components["schemas"]["PacketNote"][];
            /** @description Recorded objections, and the counting views that point the other way. */
            readonly disagreements: readonly components["schemas"]["PacketNote"][];
            /** @description What would confirm it. */
            readonly catalysts: readonly components["schemas"]["PacketCondition"][];
            /** @description What endangers it. */
            readonly risks: readonly components["schemas"]["PacketCondition"][];
            /** @description What would end it. */
            readonly invalidations: readonly components["schemas"]["PacketCondition"][];
            /** @description What happened in comparable cases. */
            readonly comparable_history: readonly components["schemas"]["PacketNote"][];
            /** @description Recorded unknowns, and one entry that lists what the record does not say. */
            readonly unknowns: readonly components["schemas"]["PacketNote"][];
            /** @description Every citation of the packet. */
            readonly citation_ids: readonly string[];
        };
        /**
         * @description Who says so.
         * @enum {string}
         */
        readonly Provenance: "author_stated" | "third_party_reported" | "service_derived";
        /** @description A note and who says so. */
        readonly PacketNote: {
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /** @description Who says so. */
            readonly provenance: components["schemas"]["Provenance"];
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly observed_at: string;
            /** @description Where it was said, or what shows it. Null only for what nothing cited can show, such as an absence. */
            readonly citation_id: string | null;
        };
        /** @description A condition and who says so. */
        readonly PacketCondition: {
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly statement: components["schemas"]["Text"];
            /** @description Whether it has happened. Met, missed and triggered are final. */
            readonly status: components["schemas"]["ConditionStatus"];
            /**
             * Format: date-time
             * @description When the author expects it, or null.
             */
            readonly expected_by: string | null;
            /** @description Who says so. */
            readonly provenance: components["schemas"]["Provenance"];
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly observed_at: string;
            /** @description Where it was said. */
            readonly citation_id: string;
        };
        /** @description Research about companies with the same observed SEC industry, each under its own name. Absent when there is none. */
        readonly SectorContext: {
            /** @description Those that count first, then other open ones; ended ones only if there is no other. */
            readonly related: readonly components["schemas"]["SectorBelief"][];
            /**
             * Format: int32
             * @description How many more there are.
             */
            readonly omitted_related_count: number;
            /** @description What the relations leave out. */
            readonly limitations: readonly string[];
            /** @description No direction, target or conviction is ever transferred. */
            readonly transfers_to_security: false;
        };
        /** @description A view of another company. */
        readonly SectorBelief: {
            /** @description The id of the belief, to read it in full. */
            readonly belief_id: string;
            /** @description The listed security. */
            readonly security: components["schemas"]["Security"];
            /** @description How the company relates by the SIC code of its SEC filings, the same four digits or the same first three. */
            readonly relationship: components["schemas"]["Relationship"];
            /** @description The other company's SIC code. */
            readonly sic: string;
            /**
             * Format: date-time
             * @description When the code was observed in a filing.
             */
            readonly sic_observed_at: string;
            /** @description Whose view it is. */
            readonly person: components["schemas"]["Person"];
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /** @description Where a view is in its course. Reversed, resolved and abandoned are final. */
            readonly status: components["schemas"]["BeliefStatus"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly summary: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When its newest revision was observed.
             */
            readonly observed_at: string;
            /** @description Where it was published. */
            readonly citation_id: string;
            /**
             * Format: uri
             * @description The full record, with the cutoff pinned; a metered read.
             */
            readonly detail_url: string;
        };
        /** @description A page of beliefs, or of the entities that have some. */
        readonly BeliefsAnswer: components["schemas"]["BeliefsPage"] | components["schemas"]["EntitiesPage"];
        /**
         * @description A page of beliefs. Its `data_status` speaks of the page: coverage is complete when every matching record is on it, partial
         *     when other pages hold more, insufficient when none matches. Filtered by ticker or entity, freshness is that of the subject's
         *     brief; else it is that of SPY.
         */
        readonly BeliefsPage: {
            /**
             * @description What is listed. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly view: "beliefs";
            /**
             * Format: date-time
             * @description The cutoff that was used; reuse it on every later page.
             */
            readonly as_of: string;
            /** @description The beliefs and what they cite. */
            readonly data: components["schemas"]["BeliefsData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description How to go on. */
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description The beliefs and what they cite. */
        readonly BeliefsData: {
            /** @description The beliefs, newest first. */
            readonly beliefs: readonly components["schemas"]["BeliefItem"][];
            /** @description Every citation that the page refers to, once. */
            readonly citations: readonly components["schemas"]["Citation"][];
        };
        /** @description A belief in a list. */
        readonly BeliefItem: {
            /** @description The id of the belief, to read it in full. */
            readonly belief_id: string;
            /** @description What a belief is about. */
            readonly subject: components["schemas"]["Subject"];
            /** @description Whose view it is. */
            readonly person: components["schemas"]["Person"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly thesis: components["schemas"]["Text"];
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /**
             * Format: date-time
             * @description When the current direction was given.
             */
            readonly direction_since: string;
            /**
             * Format: date-time
             * @description When the current direction was last given or repeated.
             */
            readonly direction_last_stated_at: string;
            /** @description Origin of a direction: the author's own words for it, the operator's classification, or not recorded. */
            readonly direction_basis: components["schemas"]["DirectionBasis"];
            /** @description Where a view is in its course. Reversed, resolved and abandoned are final. */
            readonly status: components["schemas"]["BeliefStatus"];
            /**
             * Format: date-time
             * @description When it was first observed.
             */
            readonly observed_at: string;
            /**
             * Format: date-time
             * @description When it was last revised, or null when it never was.
             */
            readonly latest_revision_at: string | null;
            /** @description Where it was published. */
            readonly citation_ids: readonly string[];
            /**
             * Format: uri
             * @description The full record, with the cutoff pinned; a metered read.
             */
            readonly detail_url: string;
            /** @description The author's own stated confidence. Absent when unknown. */
            readonly confidence?: components["schemas"]["Confidence"];
            /** @description The time the author gave the thesis. */
            readonly horizon?: components["schemas"]["Horizon"];
            /** @description What the price did after fixed numbers of sessions. Absent when unknown, which it is in lists; the full record has it. */
            readonly outcomes?: readonly components["schemas"]["Outcome"][];
        };
        /** @description What a belief is about. */
        readonly Subject: {
            /** @description A UUID, such as the id of a canonical entity. */
            readonly entity_id: components["schemas"]["Uuid"];
            /** @description What kind of thing an entity is. */
            readonly kind: components["schemas"]["EntityKind"];
            /** @description The symbol of a listing, else null. */
            readonly ticker: string | null;
            /** @description The name, or null when it is not known. */
            readonly name: string | null;
        };
        /** @description How to go on. */
        readonly Pagination: {
            /** @description Opaque, or null on the last page. */
            readonly next_cursor: string | null;
            /**
             * Format: uri
             * @description Request exactly this, with a new request id; null on the last page.
             */
            readonly next_page_url: string | null;
        };
        /** @description A page of canonical entities. */
        readonly EntitiesPage: {
            /**
             * @description What is listed. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly view: "entities";
            /**
             * Format: date-time
             * @description The cutoff that was used; reuse it on every later page.
             */
            readonly as_of: string;
            /** @description The entities of the page. */
            readonly data: components["schemas"]["EntitiesData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description How to go on. */
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description The entities of the page. */
        readonly EntitiesData: {
            /** @description The entities with released research. */
            readonly entities: readonly components["schemas"]["EntityItem"][];
        };
        /** @description An entity with released research. */
        readonly EntityItem: {
            /** @description A UUID, such as the id of a canonical entity. */
            readonly entity_id: components["schemas"]["Uuid"];
            /** @description What kind of thing an entity is. */
            readonly kind: components["schemas"]["EntityKind"];
            /** @description The name, or null when it is not known. */
            readonly name: string | null;
            /** @description The symbol of a listing, else null. */
            readonly ticker: string | null;
            /** @description Its SEC central index key, ten digits; absent when not known. */
            readonly cik?: string;
            /** @description Its financial instrument global identifier; absent when not known. */
            readonly figi?: string;
            /** @description Its international securities identification number; absent when not known. */
            readonly isin?: string;
            /**
             * Format: int64
             * @description How many beliefs are released.
             */
            readonly released_record_count: number;
            /**
             * Format: date-time
             * @description When its newest observation was made.
             */
            readonly latest_observation_at: string;
        };
        /** @description One belief in full. */
        readonly BeliefDetail: {
            /**
             * Format: date-time
             * @description The cutoff that was used.
             */
            readonly as_of: string;
            /** @description The belief and what it cites. */
            readonly data: components["schemas"]["BeliefData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
            readonly links: components["schemas"]["BeliefLinks"];
        };
        /** @description The belief and what it cites. */
        readonly BeliefData: {
            /** @description Everything recorded of a belief, with no text cut. */
            readonly belief: components["schemas"]["BeliefRecord"];
            /** @description Every citation that the record refers to, once. */
            readonly citations: readonly components["schemas"]["Citation"][];
        };
        /** @description Everything recorded of a belief, with no text cut. */
        readonly BeliefRecord: {
            /** @description The id of the belief. */
            readonly belief_id: string;
            /** @description What a belief is about. */
            readonly subject: components["schemas"]["Subject"];
            /** @description Whose view it is. */
            readonly person: components["schemas"]["Person"];
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly thesis: components["schemas"]["Text"];
            /** @description Which way a view points. */
            readonly direction: components["schemas"]["Direction"];
            /**
             * Format: date-time
             * @description When the current direction was given.
             */
            readonly direction_since: string;
            /**
             * Format: date-time
             * @description When the current direction was last given or repeated.
             */
            readonly direction_last_stated_at: string;
            /** @description Origin of a direction: the author's own words for it, the operator's classification, or not recorded. */
            readonly direction_basis: components["schemas"]["DirectionBasis"];
            /** @description Where a view is in its course. Reversed, resolved and abandoned are final. */
            readonly status: components["schemas"]["BeliefStatus"];
            /**
             * Format: date-time
             * @description When it was first observed.
             */
            readonly observed_at: string;
            /**
             * Format: date-time
             * @description When it was last revised, or null when it never was.
             */
            readonly latest_revision_at: string | null;
            /** @description Where it was published. */
            readonly source_citation_id: string;
            /** @description The author's own stated confidence. Absent when unknown. */
            readonly confidence?: components["schemas"]["Confidence"];
            /** @description The time the author gave the thesis. */
            readonly horizon?: components["schemas"]["Horizon"];
            /** @description The case in a few cited paragraphs. */
            readonly investment_case?: components["schemas"]["InvestmentCase"];
            /** @description What the author says to do or has done. Nothing of it is verified to have been executed. */
            readonly author_intent?: components["schemas"]["AuthorIntent"];
            /** @description Whether the conditions of the view still hold. */
            readonly condition: components["schemas"]["ViewCondition"];
            /** @description Everything the author claims. */
            readonly claims: readonly components["schemas"]["Claim"][];
            /** @description What the thesis depends on. */
            readonly conditions: readonly components["schemas"]["Condition"][];
            /** @description Its course, oldest first; never rewritten. */
            readonly revisions: readonly components["schemas"]["Revision"][];
            /** @description Price moves after the entry of each of the newest three spans of one direction, oldest span first; empty for what has no price. */
            readonly outcomes: readonly components["schemas"]["Outcome"][];
            /**
             * Format: int32
             * @description How many older spans of one direction are left out of the outcomes.
             */
            readonly omitted_span_count: number;
            /** @description The move since the view, or null for what has no price. */
            readonly since_inception_mark: components["schemas"]["Mark"] | null;
            /** @description The move since the current direction was given, or null for what has no price. */
            readonly since_direction_mark: components["schemas"]["Mark"] | null;
            /** @description Whether the two marks begin at different sessions, because the current direction is younger than the view. */
            readonly entry_sessions_differ: boolean;
            /** @description The last known price, or null for what has no price. */
            readonly market_price: components["schemas"]["MarketPrice"] | null;
            /** @description The author's targets beside the price, or null when the thesis is not active. */
            readonly price_opportunity: components["schemas"]["PriceOpportunity"] | null;
            /** @description What is known around the thesis, each item with its provenance. */
            readonly packet: components["schemas"]["Packet"];
        };
        /** @description Where to go on, with the cutoff pinned. Each is a metered read. */
        readonly BeliefLinks: {
            /**
             * Format: uri
             * @description This answer again.
             */
            readonly self: string;
            /**
             * Format: uri
             * @description The brief of its subject.
             */
            readonly brief: string;
            /**
             * Format: uri
             * @description The signed head of the public log at the release of this answer, or null for a preview.
             */
            readonly checkpoint: string | null;
        };
        /** @description A page of releases. */
        readonly ReleasesPage: {
            /**
             * @description Whether this is research or fictional preview data.
             * @enum {string}
             */
            readonly mode: "live" | "preview";
            /** @description The newest first; with `after` the oldest first. */
            readonly releases: readonly components["schemas"]["ReleaseItem"][];
            /** @description Where the next page is. */
            readonly pagination: components["schemas"]["ReleasesPagination"];
        };
        /** @description Where the next page is. */
        readonly ReleasesPagination: {
            /**
             * Format: uri
             * @description Request exactly this, or null on the last page.
             */
            readonly next_page_url: string | null;
        };
        /** @description One release or withdrawal. A withdrawal is a release of its own, which takes research back. */
        readonly ReleaseItem: {
            /**
             * Format: int64
             * @description Its number, which grows by one with each release.
             */
            readonly number: number;
            /**
             * @description Whether it published research or took it back.
             * @enum {string}
             */
            readonly kind: "release" | "withdrawal";
            /**
             * Format: date-time
             * @description From when on answers say it. An operator may date it in the past, as when history is loaded.
             */
            readonly effective_at: string;
            /**
             * @description How many views it moved, by what it did to them. `GET /v1/changes` tells each move: `opened` as `view_opened`, `revised` as
             *     `view_updated`, `view_strengthened` or `view_weakened`, `reversed` as `view_reversed`, `closed` as `view_ended`, `unmoved`
             *     as `statement_added`, `rewritten` as `view_corrected`, and `withdrawn` as `view_withdrawn`.
             */
            readonly counts: components["schemas"]["ReleaseCounts"];
            /** @description Tickers with released research whose views, names, people, sources, splits or industry codes it touched, in alphabetical order. New prices alone do not name a ticker here. */
            readonly tickers: readonly string[];
            /**
             * Format: int64
             * @description How many more tickers it touched than `tickers` names.
             */
            readonly omitted_ticker_count: number;
            /**
             * Format: int64
             * @description How many entities without a ticker it touched.
             */
            readonly entity_count: number;
            /**
             * Format: int64
             * @description Of how many tickers it published prices, or null where that was not recorded.
             */
            readonly priced_ticker_count: number | null;
            /**
             * Format: uri
             * @description The signed head of the public log at the end of this release, or null for a preview.
             */
            readonly checkpoint: string | null;
        };
        /**
         * @description How many views it moved, by what it did to them. `GET /v1/changes` tells each move: `opened` as `view_opened`, `revised` as
         *     `view_updated`, `view_strengthened` or `view_weakened`, `reversed` as `view_reversed`, `closed` as `view_ended`, `unmoved`
         *     as `statement_added`, `rewritten` as `view_corrected`, and `withdrawn` as `view_withdrawn`.
         */
        readonly ReleaseCounts: {
            /**
             * Format: int64
             * @description Views that began.
             */
            readonly opened: number;
            /**
             * Format: int64
             * @description Steps that restated, strengthened or weakened a view.
             */
            readonly revised: number;
            /**
             * Format: int64
             * @description Views that ended because their author turned round.
             */
            readonly reversed: number;
            /**
             * Format: int64
             * @description Views that were resolved or abandoned.
             */
            readonly closed: number;
            /**
             * Format: int64
             * @description Views that were taken back.
             */
            readonly withdrawn: number;
            /**
             * Format: int64
             * @description Steps and views that read otherwise than before, as after a correction.
             */
            readonly rewritten: number;
            /**
             * Format: int64
             * @description Late statements, which move nothing.
             */
            readonly unmoved: number;
        };
        /**
         * @description A page of changes. Its `data_status` speaks of the page: coverage is complete when every change is on it, partial when
         *     other pages may hold more, insufficient when nothing changed. Freshness is that of SPY.
         */
        readonly ChangesPage: {
            /**
             * Format: date-time
             * @description The earlier cutoff that was used.
             */
            readonly since: string;
            /**
             * Format: date-time
             * @description The later cutoff that was used, which `until` asked for; send it as the next `since`.
             */
            readonly as_of: string;
            /** @description The changes and what they cite. */
            readonly data: components["schemas"]["ChangesData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description How to go on. */
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description The changes and what they cite. */
        readonly ChangesData: {
            /** @description The changes, subject by subject. */
            readonly changes: readonly components["schemas"]["ChangeItem"][];
            /** @description Every citation that the page refers to, once. */
            readonly citations: readonly components["schemas"]["Citation"][];
        };
        /**
         * @description What happened. `view_corrected` replaces a step that was published before, `statement_added` is a late or unclear statement
         *     that moves nothing, and `statement_withdrawn` takes one step of a view back.
         * @enum {string}
         */
        readonly ChangeKind: "verdict" | "direction" | "decision_mode" | "price_status" | "related_research" | "view_opened" | "view_updated" | "view_strengthened" | "view_weakened" | "view_reversed" | "view_ended" | "view_corrected" | "view_withdrawn" | "statement_added" | "statement_withdrawn" | "view_validity" | "view_external_state" | "condition_added" | "condition_met" | "condition_missed" | "condition_triggered" | "condition_changed" | "condition_withdrawn" | "target_added" | "target_changed" | "target_withdrawn" | "claim_added" | "claim_changed" | "claim_withdrawn" | "evidence_withdrawn";
        /** @description One step of one thing between the two cutoffs. */
        readonly ChangeItem: {
            /**
             * @description What happened. `view_corrected` replaces a step that was published before, `statement_added` is a late or unclear statement
             *     that moves nothing, and `statement_withdrawn` takes one step of a view back.
             */
            readonly kind: components["schemas"]["ChangeKind"];
            /** @description What a belief is about. */
            readonly subject: components["schemas"]["Subject"];
            /**
             * @description The thing that changed.
             * @enum {string}
             */
            readonly object: "verdict" | "direction" | "decision_mode" | "price_status" | "related_research" | "view" | "view_validity" | "view_external_state" | "condition" | "target" | "claim" | "evidence";
            /** @description The id of the belief, condition, target, claim or evidence, or null for a value of the brief. */
            readonly object_id: string | null;
            /** @description The belief that it belongs to, or null for a value of the brief. */
            readonly belief_id: string | null;
            /**
             * Format: int32
             * @description The number of the revision that a change of a view opened or closed, or null for everything else.
             */
            readonly revision: number | null;
            /** @description Whose view it is, or null for a value of the brief. */
            readonly person: components["schemas"]["Person"] | null;
            /** @description The value before, such as the action of a verdict or the status of a view or condition, or null where there was none. */
            readonly before: string | null;
            /** @description The value after it, or null where there is none any more. */
            readonly after: string | null;
            /** @description The direction of a view before, or null. */
            readonly direction_before: components["schemas"]["Direction"] | null;
            /** @description The direction of a view after it, or null. */
            readonly direction_after: components["schemas"]["Direction"] | null;
            /** @description The words behind it, or null where there are none or they were withdrawn. */
            readonly statement: components["schemas"]["Text"] | null;
            /** @description The reason that was given with a withdrawal, or null. */
            readonly reason: string | null;
            /**
             * Format: date-time
             * @description When it was observed or withdrawn, or null for what is computed.
             */
            readonly observed_at: string | null;
            /**
             * Format: int32
             * @description The release that published or withdrew it, or null for what is computed.
             */
            readonly release: number | null;
            /**
             * Format: uri
             * @description The signed head of the public log at the end of that release, or null for a preview and for what is computed.
             */
            readonly checkpoint: string | null;
            /** @description Where it was said; of a verdict, the sources of the views that the brief shows. */
            readonly citation_ids: readonly string[];
        };
        /** @description A page of sources. */
        readonly SourcesPage: {
            /**
             * Format: date-time
             * @description The cutoff that was used; reuse it on every later page.
             */
            readonly as_of: string;
            /** @description The sources of the page. */
            readonly data: components["schemas"]["SourcesData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description How to go on. */
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description The sources of the page. */
        readonly SourcesData: {
            /** @description The sources, by name. */
            readonly sources: readonly components["schemas"]["Source"][];
        };
        /** @description A publication that research comes from. */
        readonly Source: {
            /** @description The id of the source, to read or to list its evidence. */
            readonly source_id: string;
            /** @description What kind of publication a source is. */
            readonly kind: components["schemas"]["SourceKind"];
            /** @description The name of the publication. */
            readonly name: string;
            /**
             * Format: uri
             * @description Its address, or null.
             */
            readonly url: string | null;
            /**
             * Format: int32
             * @description How many pieces of evidence come from it.
             */
            readonly evidence_count: number;
            /**
             * Format: date-time
             * @description When the newest was observed.
             */
            readonly latest_observation_at: string;
            /**
             * Format: uri
             * @description The source in full, with the cutoff pinned; a metered read.
             */
            readonly detail_url: string;
        };
        /** @description One source in full. */
        readonly SourceDetail: {
            /**
             * Format: date-time
             * @description The cutoff that was used.
             */
            readonly as_of: string;
            /** @description The source and its newest evidence. */
            readonly data: components["schemas"]["SourceData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
        };
        /** @description The source and its newest evidence. */
        readonly SourceData: {
            /** @description A publication that research comes from. */
            readonly source: components["schemas"]["Source"];
            /** @description The newest evidence. */
            readonly evidence: readonly components["schemas"]["EvidenceItem"][];
            /**
             * Format: int32
             * @description How much more there is.
             */
            readonly omitted_evidence_count: number;
        };
        /** @description A piece of evidence in a list. */
        readonly EvidenceItem: {
            /** @description The id of the evidence, to read its words. */
            readonly evidence_id: string;
            /**
             * Format: uri
             * @description Where it was published.
             */
            readonly source_url: string;
            /** @description The title of the document. */
            readonly title: string;
            /** @description Its author. Absent when unknown. */
            readonly author_name?: string;
            /**
             * Format: date-time
             * @description The instant it was published, or null when none is recorded.
             */
            readonly published_at: string | null;
            /**
             * Format: date
             * @description The day it was published, where only that is recorded, or null.
             */
            readonly published_on: string | null;
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly observed_at: string;
            /** @description The hash of the captured text. */
            readonly content_hash: string;
            /** @description Whether the captured words were checked against the source. */
            readonly verification: components["schemas"]["Verification"];
            /**
             * Format: uri
             * @description The evidence in full, with the cutoff pinned; a metered read.
             */
            readonly detail_url: string;
        };
        /**
         * @description A page of the evidence of one source. Its `data_status` speaks of the page: coverage is complete when every matching
         *     piece is on it, partial when other pages hold more, insufficient when none matches.
         */
        readonly EvidencePage: {
            /**
             * Format: date-time
             * @description The cutoff that was used; reuse it on every later page.
             */
            readonly as_of: string;
            /** @description The source and the evidence of the page. */
            readonly data: components["schemas"]["EvidenceList"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
            /** @description How to go on. */
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description The source and the evidence of the page. */
        readonly EvidenceList: {
            /** @description A publication that research comes from. */
            readonly source: components["schemas"]["Source"];
            /** @description The evidence, newest first. */
            readonly evidence: readonly components["schemas"]["EvidenceItem"][];
        };
        /** @description One piece of evidence in full. */
        readonly EvidenceDetail: {
            /**
             * Format: date-time
             * @description The cutoff that was used.
             */
            readonly as_of: string;
            /** @description The evidence and what refers to it. */
            readonly data: components["schemas"]["EvidenceData"];
            /** @description How far the answer can be trusted. Keep these labels wherever you show it. */
            readonly data_status: components["schemas"]["DataStatus"];
            /** @description What to know before using the answer. */
            readonly warnings: readonly components["schemas"]["Warning"][];
        };
        /** @description The evidence and what refers to it. */
        readonly EvidenceData: {
            /** @description What was captured. */
            readonly evidence: components["schemas"]["Evidence"];
            /** @description A publication that research comes from. */
            readonly source: components["schemas"]["Source"];
            /** @description The citations that point into it. */
            readonly citations: readonly components["schemas"]["Citation"][];
        };
        /** @description What was captured. */
        readonly Evidence: {
            /** @description The id of the evidence. */
            readonly evidence_id: string;
            /**
             * Format: uri
             * @description Where it was published.
             */
            readonly source_url: string;
            /** @description The title of the document. */
            readonly title: string;
            /** @description Its author. Absent when unknown. */
            readonly author_name?: string;
            /**
             * Format: date-time
             * @description The instant it was published, or null when none is recorded.
             */
            readonly published_at: string | null;
            /**
             * Format: date
             * @description The day it was published, where only that is recorded, or null.
             */
            readonly published_on: string | null;
            /**
             * Format: date-time
             * @description When it was observed.
             */
            readonly observed_at: string;
            /** @description Free text, cut at a word boundary where it would be too long; the belief record has it whole. */
            readonly capture: components["schemas"]["Text"];
            /**
             * Format: int32
             * @description How many invisible or control characters were removed before hashing.
             */
            readonly removed_character_count: number;
            /** @description The hash of the whole captured text in UTF-8. */
            readonly content_hash: string;
            /** @description Whether the captured words were checked against the source. */
            readonly verification: components["schemas"]["Verification"];
        };
        /** @description What a key may spend. */
        readonly KeyStatus: {
            /**
             * @description Whether the key can read research now.
             * @enum {string}
             */
            readonly status: "ready" | "no_credit" | "spend_limit_reached" | "unavailable";
            /**
             * @description What the key reads: research, or fictional preview data.
             * @enum {string}
             */
            readonly dataMode: "live" | "preview";
            /**
             * Format: int64
             * @description Prepaid requests left.
             */
            readonly prepaidRequestsRemaining: number;
            /** @description The plan, or null without a subscription. */
            readonly subscriptionPlan: string | null;
            /**
             * Format: int64
             * @description Requests left in this period, 0 without a subscription; null means unlimited.
             */
            readonly subscriptionRequestsRemaining: number | null;
            /**
             * Format: date-time
             * @description When the allowance renews, or null.
             */
            readonly subscriptionPeriodEndsAt: string | null;
            /** @description Whether the month's spend limit is used up. */
            readonly spendLimitReached: boolean;
            /** @description The key, without its secret. */
            readonly keyId: string;
            /**
             * Format: date-time
             * @description From when on the key is refused, or null for one that works until it is revoked.
             */
            readonly keyExpiresAt: string | null;
            /** @description What the key may do: `research:read` is everything; a key that was made for less has one for each operation, such as `research:getBrief`. */
            readonly scopes: readonly string[];
            /**
             * @description The version of this contract.
             * @constant
             */
            readonly apiVersion: "2026-10-05";
            /**
             * Format: date-time
             * @description The newest settled instant of the data.
             */
            readonly dataAsOf: string;
            /**
             * Format: uri
             * @description Where a person can pay, or null when the key is usable.
             */
            readonly checkoutUrl: string | null;
        };
        /** @description What a request was charged and what was delivered. */
        readonly Receipt: {
            /** @description The request id. */
            readonly request_id: string;
            /**
             * @description What was asked.
             * @enum {string}
             */
            readonly operation: "getBrief" | "listBeliefs" | "getBelief" | "listSources" | "getSource" | "listEvidence" | "getEvidence" | "listChanges";
            /** @description Path and parameters, in their canonical order. */
            readonly request: string;
            /**
             * @description Which collection answered.
             * @enum {string}
             */
            readonly mode: "live" | "preview";
            /**
             * Format: int32
             * @description Units charged, 0 for a preview.
             */
            readonly units: number;
            /**
             * @description What paid for it.
             * @enum {string}
             */
            readonly paid_from: "subscription" | "prepaid" | "none";
            /**
             * Format: date-time
             * @description When it was charged.
             */
            readonly charged_at: string;
            /**
             * Format: date-time
             * @description The cutoff of the delivered document.
             */
            readonly as_of: string;
            /** @description The digest of the delivered document. */
            readonly document_digest: string;
            /**
             * Format: date-time
             * @description Until when the same id gets the same bytes for free.
             */
            readonly replay_until: string;
            /**
             * Format: date-time
             * @description Until when the id cannot be used for another request.
             */
            readonly request_id_kept_until: string;
        };
        /** @description What proves that the rows of a document are in the public log. */
        readonly Openings: {
            /** @description The request id. */
            readonly request_id: string;
            /**
             * @description Which collection answered.
             * @enum {string}
             */
            readonly mode: "live" | "preview";
            /** @description The digest of the delivered document. */
            readonly document_digest: string;
            /**
             * Format: uri
             * @description The signed head of the log at the release of the document, or null for a preview.
             */
            readonly checkpoint: string | null;
            /** @description One for each row that the document shows, in the order of the log. */
            readonly openings: readonly components["schemas"]["Opening"][];
        };
        /** @description A row with what its entry in the log was made of. After a legal removal a row may have a newer entry than its release. */
        readonly Opening: {
            /**
             * Format: int64
             * @description The place of its leaf in the log, from 0.
             */
            readonly index: number;
            /** @description Its salt, 32 bytes in hex. */
            readonly salt: string;
            /** @description What was hashed, as a whole. Hash exactly what you get, in the canonical form of RFC 8785. */
            readonly row: components["schemas"]["LogRow"];
        };
        /** @description What was hashed, as a whole. Hash exactly what you get, in the canonical form of RFC 8785. */
        readonly LogRow: {
            /**
             * @description What happened: a row began or ended, a release was made, or something was removed for legal reasons.
             * @enum {string}
             */
            readonly act: "opened" | "closed" | "released" | "removed";
            /**
             * @description What kind of row it is.
             * @enum {string}
             */
            readonly kind: "source" | "person" | "entity" | "industry" | "session" | "split" | "evidence" | "citation" | "belief" | "revision" | "part" | "prices" | "release" | "removal";
            /**
             * Format: int64
             * @description The release that did it.
             */
            readonly release: number;
            /** @description The row with its id; of a row that ended, only what names it. Each kind has its own values, and later ones may come. */
            readonly values: components["schemas"]["LogValues"];
        };
        /** @description The row with its id; of a row that ended, only what names it. Each kind has its own values, and later ones may come. */
        readonly LogValues: {
            /** @description The id of a source. */
            readonly source_id?: string;
            /** @description The id of a person. */
            readonly person_id?: string;
            /** @description The id of evidence. */
            readonly evidence_id?: string;
            /** @description The hash of the whole captured text. */
            readonly content_hash?: string;
            /** @description The id of a citation. */
            readonly citation_id?: string;
            /** @description The id of a belief. */
            readonly belief_id?: string;
            /**
             * Format: int32
             * @description The number of a step of a belief.
             */
            readonly revision?: number;
            /** @description The id of a claim, condition, target or note. */
            readonly part_id?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description How to check a checkpoint. */
        readonly LogKeys: {
            /** @description The first line of each checkpoint, or null while nothing is signed. */
            readonly origin: string | null;
            /**
             * Format: uri
             * @description The address below which checkpoint and tiles are.
             */
            readonly prefix: string;
            /** @description Keys of the log, newest first. In an overlap several sign. */
            readonly keys: readonly components["schemas"]["LogKey"][];
            /** @description Witnesses that the operator names. */
            readonly witnesses: readonly components["schemas"]["LogWitness"][];
        };
        /** @description A key that signs checkpoints, or did. */
        readonly LogKey: {
            /** @description The key as a verifier key of C2SP signed-note. */
            readonly verifier_key: string;
            /**
             * Format: date-time
             * @description From when on it signs.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description From when on it signs no longer, or null.
             */
            readonly retired_at: string | null;
        };
        /** @description A witness, which confirms that it saw the log only grow. */
        readonly LogWitness: {
            /** @description The key of its cosignatures, as C2SP tlog-cosignature has it. */
            readonly verifier_key: string;
            /**
             * Format: date-time
             * @description When the operator named it.
             */
            readonly added_at: string;
        };
        /** @description A page of the receipts of a workspace. */
        readonly ReceiptsPage: {
            /** @description The receipts of the page. */
            readonly data: components["schemas"]["ReceiptsData"];
            /** @description How to go on. */
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description The receipts of the page. */
        readonly ReceiptsData: {
            /** @description The receipts, newest first. */
            readonly receipts: readonly components["schemas"]["Receipt"][];
        };
        /** @description Who asks. */
        readonly DeviceRequest: {
            /** @description What the client calls itself, for the person to recognise. */
            readonly deviceName: string;
            /** @description Where the login comes from. Never put prompts, request bodies, credentials, personal or card data here. */
            readonly acquisition?: components["schemas"]["Acquisition"];
        };
        /** @description Where the login comes from. Never put prompts, request bodies, credentials, personal or card data here. */
        readonly Acquisition: {
            /** @description Which instructions led here. */
            readonly entrypoint?: string;
            /** @description The campaign source. */
            readonly source?: string;
            /** @description The campaign medium. */
            readonly medium?: string;
            /** @description The program's name. */
            readonly clientName?: string;
            /** @description The program's version. */
            readonly clientVersion?: string;
        };
        /** @description The codes of a device login. */
        readonly DeviceGrant: {
            /**
             * Format: uuid
             * @description Names this login, for the checkout page.
             */
            readonly acquisitionId: string;
            /** @description A secret to poll with. Never show it. */
            readonly deviceCode: string;
            /** @description What the person compares. */
            readonly userCode: string;
            /**
             * Format: uri
             * @description Where the person decides; it carries the user code.
             */
            readonly browserUrl: string;
            /**
             * Format: date-time
             * @description When the codes become worthless.
             */
            readonly expiresAt: string;
            /**
             * Format: int32
             * @description Seconds to wait between polls.
             */
            readonly interval: number;
        };
        /** @description Where a device login stands. */
        readonly DevicePoll: components["schemas"]["DevicePending"] | components["schemas"]["DeviceAuthorized"] | components["schemas"]["DeviceDenied"];
        /** @description Wait and poll again. */
        readonly DevicePending: {
            /**
             * @description The person has not decided yet. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "pending";
            /**
             * Format: int32
             * @description Seconds to wait before the next poll.
             */
            readonly interval: number;
        };
        /** @description The person approved. */
        readonly DeviceAuthorized: {
            /**
             * @description The person has approved. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "authorized";
            /** @description The read-only key. Absent once delivered: do not make a replacement by yourself. */
            readonly apiKey?: string;
        };
        /** @description The person said no. Stop. */
        readonly DeviceDenied: {
            /**
             * @description The person has said no. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "denied";
        };
        /** @description Polled too fast. */
        readonly DeviceSlowDown: {
            /**
             * @description The polls came too fast.
             * @constant
             */
            readonly status: "slow_down";
            /**
             * Format: int32
             * @description Seconds to wait between polls, from now on.
             */
            readonly interval: number;
        };
        /** @description Nobody decided in time. */
        readonly DeviceExpired: {
            /**
             * @description The code is past its time.
             * @constant
             */
            readonly status: "expired";
        };
        /** @description No such device code. */
        readonly DeviceInvalid: {
            /**
             * @description No login has this code.
             * @constant
             */
            readonly status: "invalid";
        };
        /** @description What went wrong and what to do about it (RFC 9457). A problem is not charged; where nobody knows yet, `charged` is null. */
        readonly Problem: {
            /**
             * Format: uri
             * @description The page that explains this kind of problem.
             */
            readonly type: string;
            /** @description The kind of problem in a few words. */
            readonly title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            readonly status: number;
            /** @description What happened this time, and how to go on. */
            readonly detail: string;
            /** @description A name of this one request. */
            readonly instance: string;
            /** @description A stable name for the kind of problem. */
            readonly code: components["schemas"]["ProblemCode"];
            /** @description The request id. */
            readonly request_id: string;
            /** @description False, the request was not charged. Null, whether it was is not known; repeat it under `request_id`, under which it is charged at most once. */
            readonly charged: false | null;
            /** @description Whether the same request may succeed later. */
            readonly retryable: boolean;
            /** @description Every fault that was found in the request. */
            readonly errors: readonly components["schemas"]["Fault"][];
            /**
             * Format: int32
             * @description The limit, with brief-too-large and answer-too-large.
             */
            readonly limit_bytes?: number;
            /**
             * Format: int32
             * @description The size of the answer, with brief-too-large and answer-too-large.
             */
            readonly actual_bytes?: number;
            /**
             * Format: int32
             * @description What would fit, with brief-too-large and answer-too-large; 0 when not even one does.
             */
            readonly suggested_max_results?: number;
            /** @description Why the record was withdrawn or removed, with withdrawn and removed-legally. */
            readonly reason?: string;
        };
        /**
         * @description A stable name for the kind of problem.
         * @enum {string}
         */
        readonly ProblemCode: "invalid-request" | "as-of-in-future" | "cursor-mismatch" | "invalid-cursor" | "unsupported-version" | "unauthorized" | "no-credit" | "spend-limit-reached" | "forbidden" | "operation-not-allowed" | "not-found" | "not-covered" | "no-such-record" | "method-not-allowed" | "not-acceptable" | "request-running" | "withdrawn" | "retired-version" | "precondition-failed" | "payload-too-large" | "unsupported-media-type" | "request-id-reused" | "request-id-expired" | "brief-too-large" | "answer-too-large" | "rate-limited" | "removed-legally" | "internal" | "unavailable";
        /** @description One fault of a request. */
        readonly Fault: {
            /** @description Where, such as query.ticker. */
            readonly location: string;
            /** @description What is wrong. Input is repeated in at most 64 escaped characters. */
            readonly message: string;
            /** @description What to send instead. */
            readonly fix: string;
        };
        /** @description The form of the consent page. Other fields are ignored. */
        readonly OAuthDecision: {
            /**
             * @description What the person decided.
             * @enum {string}
             */
            readonly decision: "approve" | "deny";
            /** @description The workspace that pays. */
            readonly workspace?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A request for tokens (RFC 6749). Other fields are ignored. */
        readonly OAuthTokenRequest: {
            /** @description `authorization_code` or `refresh_token`. */
            readonly grant_type: string;
            /** @description The code to redeem. */
            readonly code?: string;
            /** @description The address that the code was sent to. */
            readonly redirect_uri?: string;
            /** @description The client, unless it authenticates by header. */
            readonly client_id?: string;
            /** @description The secret of a confidential client. */
            readonly client_secret?: string;
            /** @description The PKCE verifier. */
            readonly code_verifier?: string;
            /** @description The refresh token. */
            readonly refresh_token?: string;
            /** @description No more than was granted. */
            readonly scope?: string;
            /** @description The MCP endpoint. */
            readonly resource?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The tokens. */
        readonly OAuthToken: {
            /** @description The access token for the MCP endpoint. */
            readonly access_token: string;
            /**
             * @description How to send it.
             * @constant
             */
            readonly token_type: "Bearer";
            /**
             * Format: int32
             * @description Its lifetime in seconds.
             */
            readonly expires_in: number;
            /** @description The next refresh token. */
            readonly refresh_token: string;
            /** @description What was granted. */
            readonly scope: string;
        };
        /** @description A request to revoke (RFC 7009). Other fields are ignored. */
        readonly OAuthRevocation: {
            /** @description The token to revoke, of either kind. */
            readonly token: string;
            /** @description `access_token` or `refresh_token`. */
            readonly token_type_hint?: string;
            /** @description The client, unless it authenticates by header. */
            readonly client_id?: string;
            /** @description The secret of a confidential client. */
            readonly client_secret?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description An error in the shape of RFC 6749. */
        readonly OAuthError: {
            /**
             * @description The kind of error.
             * @enum {string}
             */
            readonly error: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "invalid_target" | "unsupported_token_type";
            /** @description What happened, in a sentence. */
            readonly error_description?: string;
            /**
             * Format: uri
             * @description A page about it.
             */
            readonly error_uri?: string;
        };
        /** @description The metadata of RFC 8414. */
        readonly AuthorizationServerMetadata: {
            /**
             * Format: uri
             * @description Who issues the tokens, compared as a string.
             */
            readonly issuer: string;
            /**
             * Format: uri
             * @description Where to send the person.
             */
            readonly authorization_endpoint: string;
            /**
             * Format: uri
             * @description Where to redeem.
             */
            readonly token_endpoint: string;
            /**
             * Format: uri
             * @description Where to revoke.
             */
            readonly revocation_endpoint: string;
            /** @description Codes are the only response type. */
            readonly response_types_supported: readonly "code"[];
            /** @description Codes and refresh tokens. */
            readonly grant_types_supported: readonly ("authorization_code" | "refresh_token")[];
            /** @description PKCE is required. */
            readonly code_challenge_methods_supported: readonly "S256"[];
            /** @description The one scope. */
            readonly scopes_supported: readonly "research:read"[];
            /** @description How a client may authenticate. */
            readonly token_endpoint_auth_methods_supported: readonly ("none" | "client_secret_basic" | "client_secret_post")[];
            /** @description The same for revocation. */
            readonly revocation_endpoint_auth_methods_supported: readonly ("none" | "client_secret_basic" | "client_secret_post")[];
            /** @description Answers name their issuer (RFC 9207). */
            readonly authorization_response_iss_parameter_supported: true;
            /**
             * Format: uri
             * @description Where the documentation begins.
             */
            readonly service_documentation: string;
        };
        /** @description The metadata of RFC 9728. */
        readonly ProtectedResourceMetadata: {
            /**
             * Format: uri
             * @description The MCP endpoint.
             */
            readonly resource: string;
            /** @description Who issues tokens for it. */
            readonly authorization_servers: readonly components["schemas"]["WebUri"][];
            /** @description The one scope. */
            readonly scopes_supported: readonly "research:read"[];
            /** @description Tokens travel in the header only. */
            readonly bearer_methods_supported: readonly "header"[];
            /** @description What people call it. */
            readonly resource_name: string;
            /**
             * Format: uri
             * @description How people connect a chat.
             */
            readonly resource_documentation: string;
        };
    };
    responses: {
        /** @description You already hold the current answer. Free, needs no credit, and leaves the request id unused. */
        readonly NotModified: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly ETag: components["headers"]["ETag"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Something about the request is wrong; `errors` names every fault at once. Not charged. */
        readonly BadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Bearer key is missing, malformed, unknown or revoked. Not charged. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No credit is left, or the spend limit is reached. Not charged. */
        readonly PaymentRequired: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is valid and may not call this operation; an admin of its workspace decides what it may. Not charged. */
        readonly OperationNotAllowed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A page that says that the form did not come from this service's own page. Not charged. */
        readonly Forbidden: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>The form did not come from this service</title> */
                readonly "text/html": string;
            };
        };
        /** @description The subject is not covered, or no such record or receipt exists at the cutoff. Never answered with a substitute. Not charged. */
        readonly NotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Accept` header leaves no form that this route answers in. Not charged. */
        readonly NotAcceptable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The same request id is still running. Try again after `Retry-After`; it will be charged once. Not charged. */
        readonly Conflict: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record was withdrawn (`reason` says why), or the requested contract version is retired. Not charged. */
        readonly Gone: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The answer is none of those that `If-Match` names. Not charged. */
        readonly PreconditionFailed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body is too large. Not charged. */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body is not `application/json`. Not charged. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request id belongs to another request or is too old to replay, or the brief would not fit. Not charged. */
        readonly Unprocessable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. Wait for `Retry-After`. Not charged. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A record in the answer was removed for legal reasons, at every cutoff and from kept answers. Not charged. */
        readonly RemovedLegally: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Research-Version": components["headers"]["Research-Version"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side. Not charged, or `charged` is null and it is not known; the same request id may be sent again. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service or its store cannot answer now. Not charged, or `charged` is null and it is not known; retry with the same request id after `Retry-After`. */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A page for a person. */
        readonly Page: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Connect an AI chat</title> */
                readonly "text/html": string;
            };
        };
        /** @description A page that says what is wrong. An unknown client or address is never redirected to. */
        readonly ErrorPage: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Connect an AI chat</title> */
                readonly "text/html": string;
            };
        };
        /** @description A page that says to wait; `Retry-After` says how long. */
        readonly TooOftenPage: {
            headers: {
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Too many requests</title> */
                readonly "text/html": string;
            };
        };
        /** @description To the sign-in page, or back to the client with `code` or `error`, `state` and `iss`. */
        readonly Redirect: {
            headers: {
                readonly Location: components["headers"]["Location"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description What is wrong, in the shape of RFC 6749. */
        readonly OAuthBadRequest: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The client did not authenticate, in the shape of RFC 6749. */
        readonly OAuthUnauthorized: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The metadata. */
        readonly ProtectedResource: {
            headers: {
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProtectedResourceMetadata"];
            };
        };
    };
    parameters: {
        /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
        readonly RequestId: string;
        /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
        readonly IfNoneMatch: string;
        /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
        readonly IfMatch: string;
        /**
         * @description `wait=N` holds the request for up to N seconds while there is nothing newer (RFC 7240). Other preferences are ignored.
         * @example wait=25
         */
        readonly PreferWait: string;
        /**
         * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
         * @example 2026-10-05
         */
        readonly ResearchVersion: string;
        /**
         * @description A listed security's symbol, whatever the case of its letters, without white space around it. `BRK.B`, `BRK-B` and `BRK/B` are three different symbols.
         * @example NWTB
         */
        readonly Ticker: string;
        /**
         * @description A released canonical entity, from `GET /v1/beliefs?view=entities`.
         * @example 3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f01
         */
        readonly EntityId: components["schemas"]["Uuid"];
        /**
         * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
         * @example 2026-04-01T00:00:00.000Z
         */
        readonly AsOf: components["schemas"]["Timestamp"];
        /**
         * @description Only what was first observed at or after this instant, by the `observed_at` in the answer.
         * @example 2026-09-17T20:20:00.000Z
         */
        readonly ObservedSince: components["schemas"]["Timestamp"];
        /**
         * @description Only what was first observed before this instant, so that ranges that meet share nothing.
         * @example 2026-10-01T13:00:00.000Z
         */
        readonly ObservedUntil: components["schemas"]["Timestamp"];
        /** @description The most records a page may hold. A page whose texts would exceed 160 KiB holds fewer and says so in `warnings`. */
        readonly Limit: number;
        /** @description The opaque place to go on from. Leave it out on the first page; it belongs to its filters and its cutoff. */
        readonly Cursor: string;
        /**
         * @description The registered client.
         * @example chat
         */
        readonly OAuthClientId: string;
        /** @description Where the answer goes, exactly as registered. */
        readonly OAuthRedirectUri: string;
        /**
         * @description Always `code`.
         * @example code
         */
        readonly OAuthResponseType: string;
        /**
         * @description Space-separated scopes. Left out, it is `research:read`.
         * @example research:read
         */
        readonly OAuthScope: string;
        /** @description Returned to the client as it came. The whole address may have at most 2,900 characters. */
        readonly OAuthState: string;
        /** @description The PKCE challenge (RFC 7636), which is required: 43 characters of base64url. */
        readonly OAuthCodeChallenge: string;
        /**
         * @description Always `S256`.
         * @example S256
         */
        readonly OAuthCodeChallengeMethod: string;
        /** @description The resource the token is for (RFC 8707). Left out, it is the MCP endpoint. */
        readonly OAuthResource: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this logical request, yours or a new one. */
        readonly "X-Request-ID": string;
        /**
         * @description The version of this contract that the answer follows.
         * @example 2026-10-05
         */
        readonly "Research-Version": "2026-10-05";
        /**
         * @description Units this call was charged, 0 for a replay, a preview, an error or a 304.
         * @example 1
         */
        readonly "Usage-Charge": number;
        /**
         * @description Requests left after this call, or `unlimited`. Absent on a preview key.
         * @example 41
         */
        readonly "Usage-Remaining": string;
        /**
         * @description `true` when these are the kept bytes of an earlier call with the same id.
         * @example true
         */
        readonly "Idempotent-Replayed": "true";
        /**
         * @description A strong validator of this representation.
         * @example "7uECP9FjJYvqUn2NfF56klRwMKwiz7CrIp2pDaj/ksQ="
         */
        readonly ETag: string;
        /**
         * @description SHA-256 of the uncompressed document, the same on a receipt.
         * @example sha256:eee1023fd163258bea527d8d7c5e7a92547030ac22cfb0ab229da90da8ff92c4
         */
        readonly "Document-Digest": components["schemas"]["Sha256"];
        /** @description Number of leaves and root hash of the public log under which this answer was made (RFC 9651): `size=3, root=:…:`. Absent for a preview, and for a release that no log has yet. */
        readonly "Log-Checkpoint": string;
        /**
         * @description Who may keep the answer. Metered answers are `private, no-cache`, secrets `no-store`.
         * @example private, no-cache
         */
        readonly "Cache-Control": string;
        /**
         * @description The request headers that a cache compares before it answers with what it has kept.
         * @example Accept, Accept-Encoding, Research-Version
         */
        readonly Vary: string;
        /**
         * @description The `wait` that the request was or could be held for (RFC 7240). Absent if none was asked for, or if too many requests are held.
         * @example wait=25
         */
        readonly "Preference-Applied": string;
        /**
         * @description `rel="next"`: the same URL as `pagination.next_page_url`. Absent on the last page.
         * @example <https://research.example/v1/beliefs?ticker=KLPF&limit=4&as_of=2026-10-01T13%3A00%3A00.000Z&cursor=AQAB4iW5bEdxg3tS_3PfXRhx9DIwMjYtMTAtMDFUMTM6MDA6MDAuMDAwWgoyMDI2LTAyLTEwVDE1OjAwOjAwLjAwMFoKYmVsX2IxMDRhYTQwMTNkYWJjNmU1ZjI3MmQ2ZmExOGI5MGM1uGdm60RSCQuTXzYZyy8exw>; rel="next"
         */
        readonly Link: string;
        /**
         * @description What is left of each limit, and in how many seconds it renews (draft-ietf-httpapi-ratelimit-headers).
         * @example "minute";r=0;t=60
         */
        readonly RateLimit: string;
        /**
         * @description The limits themselves, as quota and window in seconds.
         * @example "minute";q=1;w=60
         */
        readonly "RateLimit-Policy": string;
        /**
         * @description Seconds to wait before trying again. It outranks `RateLimit`.
         * @example 60
         */
        readonly "Retry-After": number;
        /**
         * @description How to authenticate (RFC 6750). `error="invalid_token"` says that a token was sent and is refused; without a token there is no error.
         * @example Bearer realm="research", error="invalid_token"
         */
        readonly "WWW-Authenticate": string;
        /** @description Where the browser goes next. */
        readonly Location: string;
    };
    pathItems: never;
}
export type Timestamp = components['schemas']['Timestamp'];
export type CalendarDate = components['schemas']['CalendarDate'];
export type Uuid = components['schemas']['Uuid'];
export type WebUri = components['schemas']['WebUri'];
export type Sha256 = components['schemas']['Sha256'];
export type Percent = components['schemas']['Percent'];
export type Direction = components['schemas']['Direction'];
export type BeliefStatus = components['schemas']['BeliefStatus'];
export type ConditionKind = components['schemas']['ConditionKind'];
export type ConditionStatus = components['schemas']['ConditionStatus'];
export type Relationship = components['schemas']['Relationship'];
export type Verification = components['schemas']['Verification'];
export type Confidence = components['schemas']['Confidence'];
export type SourceKind = components['schemas']['SourceKind'];
export type EntityKind = components['schemas']['EntityKind'];
export type IntentAction = components['schemas']['IntentAction'];
export type IntentBasis = components['schemas']['IntentBasis'];
export type IntentTime = components['schemas']['IntentTime'];
export type IntentInstrument = components['schemas']['IntentInstrument'];
export type Text = components['schemas']['Text'];
export type Horizon = components['schemas']['Horizon'];
export type Warning = components['schemas']['Warning'];
export type Person = components['schemas']['Person'];
export type TickersResponse = components['schemas']['TickersResponse'];
export type CoveredTicker = components['schemas']['CoveredTicker'];
export type Brief = components['schemas']['Brief'];
export type BriefOverview = components['schemas']['BriefOverview'];
export type BriefFull = components['schemas']['BriefFull'];
export type BriefEntity = components['schemas']['BriefEntity'];
export type BriefLinks = components['schemas']['BriefLinks'];
export type EntityLinks = components['schemas']['EntityLinks'];
export type Activity = components['schemas']['Activity'];
export type DirectionCounts = components['schemas']['DirectionCounts'];
export type Turn = components['schemas']['Turn'];
export type NotCounting = components['schemas']['NotCounting'];
export type DatedEvent = components['schemas']['DatedEvent'];
export type DirectionBasis = components['schemas']['DirectionBasis'];
export type ViewDirection = components['schemas']['ViewDirection'];
export type Entity = components['schemas']['Entity'];
export type CapabilityGap = components['schemas']['CapabilityGap'];
export type RecordedCondition = components['schemas']['RecordedCondition'];
export type Continuation = components['schemas']['Continuation'];
export type ContinuationArguments = components['schemas']['ContinuationArguments'];
export type DataStatus = components['schemas']['DataStatus'];
export type MarketFreshness = components['schemas']['MarketFreshness'];
export type Security = components['schemas']['Security'];
export type MarketPrice = components['schemas']['MarketPrice'];
export type PriceReference = components['schemas']['PriceReference'];
export type Coverage = components['schemas']['Coverage'];
export type TradeState = components['schemas']['TradeState'];
export type Setup = components['schemas']['Setup'];
export type Condition = components['schemas']['Condition'];
export type View = components['schemas']['View'];
export type InvestmentCase = components['schemas']['InvestmentCase'];
export type CaseParagraph = components['schemas']['CaseParagraph'];
export type ViewClaim = components['schemas']['ViewClaim'];
export type ViewCondition = components['schemas']['ViewCondition'];
export type AuthorIntent = components['schemas']['AuthorIntent'];
export type AdditionalIntent = components['schemas']['AdditionalIntent'];
export type IntentCondition = components['schemas']['IntentCondition'];
export type PositionActor = components['schemas']['PositionActor'];
export type PersonalActor = components['schemas']['PersonalActor'];
export type NamedActor = components['schemas']['NamedActor'];
export type UnresolvedActor = components['schemas']['UnresolvedActor'];
export type NoActor = components['schemas']['NoActor'];
export type Chart = components['schemas']['Chart'];
export type ChartPoint = components['schemas']['ChartPoint'];
export type ChartMarker = components['schemas']['ChartMarker'];
export type Move = components['schemas']['Move'];
export type RelatedContext = components['schemas']['RelatedContext'];
export type RelatedBelief = components['schemas']['RelatedBelief'];
export type Citation = components['schemas']['Citation'];
export type Locator = components['schemas']['Locator'];
export type TextQuote = components['schemas']['TextQuote'];
export type TimeRange = components['schemas']['TimeRange'];
export type PageNumber = components['schemas']['PageNumber'];
export type RenderedText = components['schemas']['RenderedText'];
export type SummarisedText = components['schemas']['SummarisedText'];
export type Thesis = components['schemas']['Thesis'];
export type Claim = components['schemas']['Claim'];
export type Revision = components['schemas']['Revision'];
export type BeliefState = components['schemas']['BeliefState'];
export type Outcome = components['schemas']['Outcome'];
export type Mark = components['schemas']['Mark'];
export type MarkPrice = components['schemas']['MarkPrice'];
export type PriceOpportunity = components['schemas']['PriceOpportunity'];
export type TargetDistance = components['schemas']['TargetDistance'];
export type Packet = components['schemas']['Packet'];
export type Provenance = components['schemas']['Provenance'];
export type PacketNote = components['schemas']['PacketNote'];
export type PacketCondition = components['schemas']['PacketCondition'];
export type SectorContext = components['schemas']['SectorContext'];
export type SectorBelief = components['schemas']['SectorBelief'];
export type BeliefsAnswer = components['schemas']['BeliefsAnswer'];
export type BeliefsPage = components['schemas']['BeliefsPage'];
export type BeliefsData = components['schemas']['BeliefsData'];
export type BeliefItem = components['schemas']['BeliefItem'];
export type Subject = components['schemas']['Subject'];
export type Pagination = components['schemas']['Pagination'];
export type EntitiesPage = components['schemas']['EntitiesPage'];
export type EntitiesData = components['schemas']['EntitiesData'];
export type EntityItem = components['schemas']['EntityItem'];
export type BeliefDetail = components['schemas']['BeliefDetail'];
export type BeliefData = components['schemas']['BeliefData'];
export type BeliefRecord = components['schemas']['BeliefRecord'];
export type BeliefLinks = components['schemas']['BeliefLinks'];
export type ReleasesPage = components['schemas']['ReleasesPage'];
export type ReleasesPagination = components['schemas']['ReleasesPagination'];
export type ReleaseItem = components['schemas']['ReleaseItem'];
export type ReleaseCounts = components['schemas']['ReleaseCounts'];
export type ChangesPage = components['schemas']['ChangesPage'];
export type ChangesData = components['schemas']['ChangesData'];
export type ChangeKind = components['schemas']['ChangeKind'];
export type ChangeItem = components['schemas']['ChangeItem'];
export type SourcesPage = components['schemas']['SourcesPage'];
export type SourcesData = components['schemas']['SourcesData'];
export type Source = components['schemas']['Source'];
export type SourceDetail = components['schemas']['SourceDetail'];
export type SourceData = components['schemas']['SourceData'];
export type EvidenceItem = components['schemas']['EvidenceItem'];
export type EvidencePage = components['schemas']['EvidencePage'];
export type EvidenceList = components['schemas']['EvidenceList'];
export type EvidenceDetail = components['schemas']['EvidenceDetail'];
export type EvidenceData = components['schemas']['EvidenceData'];
export type Evidence = components['schemas']['Evidence'];
export type KeyStatus = components['schemas']['KeyStatus'];
export type Receipt = components['schemas']['Receipt'];
export type Openings = components['schemas']['Openings'];
export type Opening = components['schemas']['Opening'];
export type LogRow = components['schemas']['LogRow'];
export type LogValues = components['schemas']['LogValues'];
export type LogKeys = components['schemas']['LogKeys'];
export type LogKey = components['schemas']['LogKey'];
export type LogWitness = components['schemas']['LogWitness'];
export type ReceiptsPage = components['schemas']['ReceiptsPage'];
export type ReceiptsData = components['schemas']['ReceiptsData'];
export type DeviceRequest = components['schemas']['DeviceRequest'];
export type Acquisition = components['schemas']['Acquisition'];
export type DeviceGrant = components['schemas']['DeviceGrant'];
export type DevicePoll = components['schemas']['DevicePoll'];
export type DevicePending = components['schemas']['DevicePending'];
export type DeviceAuthorized = components['schemas']['DeviceAuthorized'];
export type DeviceDenied = components['schemas']['DeviceDenied'];
export type DeviceSlowDown = components['schemas']['DeviceSlowDown'];
export type DeviceExpired = components['schemas']['DeviceExpired'];
export type DeviceInvalid = components['schemas']['DeviceInvalid'];
export type Problem = components['schemas']['Problem'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type Fault = components['schemas']['Fault'];
export type OAuthDecision = components['schemas']['OAuthDecision'];
export type OAuthTokenRequest = components['schemas']['OAuthTokenRequest'];
export type OAuthToken = components['schemas']['OAuthToken'];
export type OAuthRevocation = components['schemas']['OAuthRevocation'];
export type OAuthError = components['schemas']['OAuthError'];
export type AuthorizationServerMetadata = components['schemas']['AuthorizationServerMetadata'];
export type ProtectedResourceMetadata = components['schemas']['ProtectedResourceMetadata'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponsePaymentRequired = components['responses']['PaymentRequired'];
export type ResponseOperationNotAllowed = components['responses']['OperationNotAllowed'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseGone = components['responses']['Gone'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseUnprocessable = components['responses']['Unprocessable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseRemovedLegally = components['responses']['RemovedLegally'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponsePage = components['responses']['Page'];
export type ResponseErrorPage = components['responses']['ErrorPage'];
export type ResponseTooOftenPage = components['responses']['TooOftenPage'];
export type ResponseRedirect = components['responses']['Redirect'];
export type ResponseOAuthBadRequest = components['responses']['OAuthBadRequest'];
export type ResponseOAuthUnauthorized = components['responses']['OAuthUnauthorized'];
export type ResponseProtectedResource = components['responses']['ProtectedResource'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterPreferWait = components['parameters']['PreferWait'];
export type ParameterResearchVersion = components['parameters']['ResearchVersion'];
export type ParameterTicker = components['parameters']['Ticker'];
export type ParameterEntityId = components['parameters']['EntityId'];
export type ParameterAsOf = components['parameters']['AsOf'];
export type ParameterObservedSince = components['parameters']['ObservedSince'];
export type ParameterObservedUntil = components['parameters']['ObservedUntil'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterOAuthClientId = components['parameters']['OAuthClientId'];
export type ParameterOAuthRedirectUri = components['parameters']['OAuthRedirectUri'];
export type ParameterOAuthResponseType = components['parameters']['OAuthResponseType'];
export type ParameterOAuthScope = components['parameters']['OAuthScope'];
export type ParameterOAuthState = components['parameters']['OAuthState'];
export type ParameterOAuthCodeChallenge = components['parameters']['OAuthCodeChallenge'];
export type ParameterOAuthCodeChallengeMethod = components['parameters']['OAuthCodeChallengeMethod'];
export type ParameterOAuthResource = components['parameters']['OAuthResource'];
export type HeaderXRequestId = components['headers']['X-Request-ID'];
export type HeaderResearchVersion = components['headers']['Research-Version'];
export type HeaderUsageCharge = components['headers']['Usage-Charge'];
export type HeaderUsageRemaining = components['headers']['Usage-Remaining'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderDocumentDigest = components['headers']['Document-Digest'];
export type HeaderLogCheckpoint = components['headers']['Log-Checkpoint'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderPreferenceApplied = components['headers']['Preference-Applied'];
export type HeaderLink = components['headers']['Link'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderLocation = components['headers']['Location'];
export type $defs = Record<string, never>;
export interface operations {
    readonly listTickers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The coverage list. Shared caches may keep it, so it carries no request id and no limits of one caller. */
            readonly 200: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TickersResponse"];
                };
            };
            /** @description You already hold the current list. Like the list, it carries nothing of one caller. */
            readonly 304: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getBrief: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A listed security's symbol, whatever the case of its letters, without white space around it. `BRK.B`, `BRK-B` and `BRK/B` are three different symbols.
                 * @example NWTB
                 */
                readonly ticker?: components["parameters"]["Ticker"];
                /**
                 * @description A released canonical entity, from `GET /v1/beliefs?view=entities`.
                 * @example 3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f01
                 */
                readonly entity_id?: components["parameters"]["EntityId"];
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
                /**
                 * @description At most this many views (and theses). An overview shows five at most. Left out: five views, with three theses in a full brief; of an entity, as many views as fit.
                 * @example 4
                 */
                readonly max_results?: number;
                /** @description How much to return. An entity brief has one form, whatever is asked for here. */
                readonly detail?: "overview" | "full";
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The brief. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Brief"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listBeliefs: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A listed security's symbol, whatever the case of its letters, without white space around it. `BRK.B`, `BRK-B` and `BRK/B` are three different symbols.
                 * @example NWTB
                 */
                readonly ticker?: components["parameters"]["Ticker"];
                /**
                 * @description A released canonical entity, from `GET /v1/beliefs?view=entities`.
                 * @example 3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f01
                 */
                readonly entity_id?: components["parameters"]["EntityId"];
                /**
                 * @description Only beliefs of this person, by the `person.id` of an earlier answer.
                 * @example p:brevik
                 */
                readonly person_id?: string;
                /** @description Only beliefs that point this way at the cutoff. */
                readonly direction?: components["schemas"]["Direction"];
                /** @description Only beliefs in this state at the cutoff. */
                readonly status?: components["schemas"]["BeliefStatus"];
                /**
                 * @description Only beliefs observed or revised at or after this instant.
                 * @example 2026-03-10T10:00:00.000Z
                 */
                readonly updated_since?: components["schemas"]["Timestamp"];
                /**
                 * @description Only what was first observed at or after this instant, by the `observed_at` in the answer.
                 * @example 2026-09-17T20:20:00.000Z
                 */
                readonly observed_since?: components["parameters"]["ObservedSince"];
                /**
                 * @description Only what was first observed before this instant, so that ranges that meet share nothing.
                 * @example 2026-10-01T13:00:00.000Z
                 */
                readonly observed_until?: components["parameters"]["ObservedUntil"];
                /** @description What to list, beliefs or the entities that have some. */
                readonly view?: "beliefs" | "entities";
                /** @description The most records a page may hold. A page whose texts would exceed 160 KiB holds fewer and says so in `warnings`. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The opaque place to go on from. Leave it out on the first page; it belongs to its filters and its cutoff. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BeliefsAnswer"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getBelief: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /**
                 * @description The `belief_id` of an earlier answer.
                 * @example bel_e88c2841cbf54b982e9289457542042c
                 */
                readonly belief_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The full record. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BeliefDetail"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listChanges: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Only these symbols, with commas between them.
                 * @example NWTB
                 */
                readonly tickers?: string;
                /**
                 * @description Only these entities, with commas between them.
                 * @example 619a0f2a-b3ae-5660-94a9-7e102e8b74d1
                 */
                readonly entity_ids?: string;
                /**
                 * @description The earlier cutoff.
                 * @example 2026-09-01T00:00:00.000Z
                 */
                readonly since: components["schemas"]["Timestamp"];
                /**
                 * @description The later cutoff. Left out, it is the newest settled instant.
                 * @example 2026-10-01T13:00:00.000Z
                 */
                readonly until?: components["schemas"]["Timestamp"];
                /** @description The most records a page may hold. A page whose texts would exceed 160 KiB holds fewer and says so in `warnings`. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The opaque place to go on from. Leave it out on the first page; it belongs to its filters and its cutoff. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangesPage"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listReleases: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only releases with a higher number, the oldest first. A number that was not released yet is refused.
                 * @example 4
                 */
                readonly after?: number;
                /**
                 * @description Only releases with a lower number, the newest first.
                 * @example 5
                 */
                readonly before?: number;
                /** @description The most releases a page may hold. */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description `wait=N` holds the request for up to N seconds while there is nothing newer (RFC 7240). Other preferences are ignored.
                 * @example wait=25
                 */
                readonly Prefer?: components["parameters"]["PreferWait"];
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. Shared caches may keep it, unless it was asked for with `Prefer` or a preview key. */
            readonly 200: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Link: components["headers"]["Link"];
                    readonly "Preference-Applied": components["headers"]["Preference-Applied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReleasesPage"];
                };
            };
            /** @description You already hold this page. With `Prefer` it was held until then. */
            readonly 304: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Link: components["headers"]["Link"];
                    readonly "Preference-Applied": components["headers"]["Preference-Applied"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getReleasesFeed: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only releases with a lower number, the newest first.
                 * @example 5
                 */
                readonly before?: number;
                /** @description The most releases a page may hold. */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description `wait=N` holds the request for up to N seconds while there is nothing newer (RFC 7240). Other preferences are ignored.
                 * @example wait=25
                 */
                readonly Prefer?: components["parameters"]["PreferWait"];
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The feed. Shared caches may keep it, unless it was asked for with `Prefer` or a preview key. */
            readonly 200: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Link: components["headers"]["Link"];
                    readonly "Preference-Applied": components["headers"]["Preference-Applied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Releases of live research</title></feed> */
                    readonly "application/atom+xml": string;
                };
            };
            /** @description You already hold this page. With `Prefer` it was held until then. */
            readonly 304: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly Link: components["headers"]["Link"];
                    readonly "Preference-Applied": components["headers"]["Preference-Applied"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getCheckpoint: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The number of a release, as `links.checkpoint` names it.
                 * @example 4
                 */
                readonly release?: number;
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The checkpoint, as a signed note. Caches may keep it for seconds. */
            readonly 200: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example research.northwater.example/log
                     *     3
                     *     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
                     *     time 2026-10-05T12:00:00.000Z
                     *
                     *     — research.northwater.example/log Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
                     */
                    readonly "text/plain": string;
                };
            };
            /** @description You already hold this checkpoint. */
            readonly 304: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogTile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /**
                 * @description The level, from 0 to 63, or `entries`.
                 * @example 0
                 */
                readonly level: string;
                /**
                 * @description The number of the tile in groups of three digits, with an `x` before all but the last; `.p/` and a width from 1 to 255 follow
                 *     for a part of it. Number 1234067 is `x001/x234/067`. Its slashes may stand as they are, or percent-encoded.
                 */
                readonly tile: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The tile, which every cache may keep for ever. */
            readonly 200: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /** @description You already hold this tile. */
            readonly 304: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys. */
            readonly 200: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LogKeys"];
                };
            };
            /** @description You already hold these keys. */
            readonly 304: {
                headers: {
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listSources: {
        readonly parameters: {
            readonly query?: {
                /** @description Only sources of this kind. */
                readonly kind?: components["schemas"]["SourceKind"];
                /**
                 * @description Only sources with evidence that was observed at or after this instant.
                 * @example 2026-08-20T23:59:59.000Z
                 */
                readonly observed_since?: components["schemas"]["Timestamp"];
                /**
                 * @description Only sources with evidence that was observed before this instant; with `observed_since`, within the range.
                 * @example 2026-10-01T13:00:00.000Z
                 */
                readonly observed_until?: components["schemas"]["Timestamp"];
                /** @description The most records a page may hold. A page whose texts would exceed 160 KiB holds fewer and says so in `warnings`. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The opaque place to go on from. Leave it out on the first page; it belongs to its filters and its cutoff. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourcesPage"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSource: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /**
                 * @description The `source_id` of an earlier answer.
                 * @example src_5447c2f04a0135ae7bf93547de282e78
                 */
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The source. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceDetail"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listEvidence: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only what was first observed at or after this instant, by the `observed_at` in the answer.
                 * @example 2026-09-17T20:20:00.000Z
                 */
                readonly observed_since?: components["parameters"]["ObservedSince"];
                /**
                 * @description Only what was first observed before this instant, so that ranges that meet share nothing.
                 * @example 2026-10-01T13:00:00.000Z
                 */
                readonly observed_until?: components["parameters"]["ObservedUntil"];
                /** @description The most records a page may hold. A page whose texts would exceed 160 KiB holds fewer and says so in `warnings`. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The opaque place to go on from. Leave it out on the first page; it belongs to its filters and its cutoff. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /**
                 * @description The `source_id` of an earlier answer.
                 * @example src_5447c2f04a0135ae7bf93547de282e78
                 */
                readonly source_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidencePage"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidence: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description A historical cutoff. Nothing observed or released later is in the answer. Left out, it is the newest settled instant.
                 * @example 2026-04-01T00:00:00.000Z
                 */
                readonly as_of?: components["parameters"]["AsOf"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /** @description The `ETag` of an answer you hold. Unchanged research is answered with a free 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The `ETag` of the only answer that you want, several of them, or `*` for any. Anything else is refused with a free 412. Tags compare strongly, so one that begins with `W/` matches nothing, and each content coding has a tag of its own. It is checked before `If-None-Match` (RFC 9110, section 13). */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a citation.
                 * @example evd_7860dedf2d2626dc224d777a29e36503
                 */
                readonly evidence_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The evidence. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Usage-Charge": components["headers"]["Usage-Charge"];
                    readonly "Usage-Remaining": components["headers"]["Usage-Remaining"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Document-Digest": components["headers"]["Document-Digest"];
                    readonly "Log-Checkpoint": components["headers"]["Log-Checkpoint"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidenceDetail"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["PaymentRequired"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["Conflict"];
            readonly 410: components["responses"]["Gone"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 422: components["responses"]["Unprocessable"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the key may spend. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyStatus"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listReceipts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only requests that were charged at or after this instant.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                readonly charged_since?: components["schemas"]["Timestamp"];
                /**
                 * @description Only requests that were charged before this instant.
                 * @example 2026-12-01T00:00:00.000Z
                 */
                readonly charged_until?: components["schemas"]["Timestamp"];
                /** @description The most records a page may hold. A page whose texts would exceed 160 KiB holds fewer and says so in `warnings`. */
                readonly limit?: components["parameters"]["Limit"];
                /** @description The opaque place to go on from. Leave it out on the first page; it belongs to its filters and its cutoff. */
                readonly cursor?: components["parameters"]["Cursor"];
            };
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiptsPage"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getReceipt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /** @description The `X-Request-ID` that was sent or echoed, percent-encoded. */
                readonly request_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The receipt. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Receipt"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOpenings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
                /**
                 * @description The dated version of this contract that you were written for. An unknown one is 400, a retired one 410.
                 * @example 2026-10-05
                 */
                readonly "Research-Version"?: components["parameters"]["ResearchVersion"];
            };
            readonly path: {
                /** @description The `X-Request-ID` that was sent or echoed, percent-encoded. */
                readonly request_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The openings. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Research-Version": components["headers"]["Research-Version"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Openings"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["OperationNotAllowed"];
            readonly 404: components["responses"]["NotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["Gone"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 451: components["responses"]["RemovedLegally"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly initiateDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeviceRequest"];
            };
        };
        readonly responses: {
            /** @description The codes. Poll every `interval` seconds until `expiresAt`. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceGrant"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly pollDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Your stable id of one logical request. Send the same one to retry without paying twice, and a new UUID for anything else. One is made when you send none. It is written down and shown, so a key or a token as an id is refused. */
                readonly "X-Request-ID"?: components["parameters"]["RequestId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Where the login stands. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DevicePoll"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            /** @description The device code is invalid. Stop. */
            readonly 401: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceInvalid"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The code has expired. Tell the person before you start again. */
            readonly 410: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceExpired"];
                };
            };
            /** @description Polled too fast. Use the larger interval from now on. */
            readonly 429: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceSlowDown"];
                };
            };
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly authorizePage: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The registered client.
                 * @example chat
                 */
                readonly client_id: components["parameters"]["OAuthClientId"];
                /** @description Where the answer goes, exactly as registered. */
                readonly redirect_uri?: components["parameters"]["OAuthRedirectUri"];
                /**
                 * @description Always `code`.
                 * @example code
                 */
                readonly response_type?: components["parameters"]["OAuthResponseType"];
                /**
                 * @description Space-separated scopes. Left out, it is `research:read`.
                 * @example research:read
                 */
                readonly scope?: components["parameters"]["OAuthScope"];
                /** @description Returned to the client as it came. The whole address may have at most 2,900 characters. */
                readonly state?: components["parameters"]["OAuthState"];
                /** @description The PKCE challenge (RFC 7636), which is required: 43 characters of base64url. */
                readonly code_challenge?: components["parameters"]["OAuthCodeChallenge"];
                /**
                 * @description Always `S256`.
                 * @example S256
                 */
                readonly code_challenge_method?: components["parameters"]["OAuthCodeChallengeMethod"];
                /** @description The resource the token is for (RFC 8707). Left out, it is the MCP endpoint. */
                readonly resource?: components["parameters"]["OAuthResource"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Page"];
            readonly 303: components["responses"]["Redirect"];
            readonly 400: components["responses"]["ErrorPage"];
            readonly 429: components["responses"]["TooOftenPage"];
            readonly 500: components["responses"]["ErrorPage"];
            readonly 503: components["responses"]["ErrorPage"];
        };
    };
    readonly decideAuthorization: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The registered client.
                 * @example chat
                 */
                readonly client_id: components["parameters"]["OAuthClientId"];
                /** @description Where the answer goes, exactly as registered. */
                readonly redirect_uri?: components["parameters"]["OAuthRedirectUri"];
                /**
                 * @description Always `code`.
                 * @example code
                 */
                readonly response_type?: components["parameters"]["OAuthResponseType"];
                /**
                 * @description Space-separated scopes. Left out, it is `research:read`.
                 * @example research:read
                 */
                readonly scope?: components["parameters"]["OAuthScope"];
                /** @description Returned to the client as it came. The whole address may have at most 2,900 characters. */
                readonly state?: components["parameters"]["OAuthState"];
                /** @description The PKCE challenge (RFC 7636), which is required: 43 characters of base64url. */
                readonly code_challenge?: components["parameters"]["OAuthCodeChallenge"];
                /**
                 * @description Always `S256`.
                 * @example S256
                 */
                readonly code_challenge_method?: components["parameters"]["OAuthCodeChallengeMethod"];
                /** @description The resource the token is for (RFC 8707). Left out, it is the MCP endpoint. */
                readonly resource?: components["parameters"]["OAuthResource"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["OAuthDecision"];
            };
        };
        readonly responses: {
            readonly 303: components["responses"]["Redirect"];
            readonly 400: components["responses"]["ErrorPage"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["ErrorPage"];
            readonly 415: components["responses"]["ErrorPage"];
            readonly 429: components["responses"]["TooOftenPage"];
            readonly 500: components["responses"]["ErrorPage"];
            readonly 503: components["responses"]["ErrorPage"];
        };
    };
    readonly exchangeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["OAuthTokenRequest"];
            };
        };
        readonly responses: {
            /** @description The tokens. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthToken"];
                };
            };
            readonly 400: components["responses"]["OAuthBadRequest"];
            readonly 401: components["responses"]["OAuthUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/x-www-form-urlencoded": components["schemas"]["OAuthRevocation"];
            };
        };
        readonly responses: {
            /** @description The token is worthless now. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["OAuthBadRequest"];
            readonly 401: components["responses"]["OAuthUnauthorized"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAuthorizationServerMetadata: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metadata. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getProtectedResourceMetadata: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["ProtectedResource"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getMcpProtectedResourceMetadata: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metadata. */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProtectedResourceMetadata"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
