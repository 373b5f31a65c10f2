// Authorization grants of AI chats over a store: codes, tokens, and their end.

// A person approves and the chat is sent a code (1). The chat redeems it for a pair of tokens (2), refreshes the pair
// at will (3), and may revoke it (4).
// Every step that issues a secret locks the grant first, so that none is issued after its end.
import { holdRole } from '../../store/ledger/account-changes.ts';
import { recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Pool, Trx } from '../../store/engine/db.ts';
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS, REFRESH_TOKEN_DAYS } from '../../store/engine/lifetimes.ts';
import { holdClient } from '../../store/people/oauth-clients.ts';
import {
  type EndedBecause,
  type HeldGrant,
  endGrants,
  findCode,
  findTokenOwner,
  insertCode,
  insertTokens,
  lockGrant,
  noteRefreshUse,
  readRefreshToken,
  takeCode,
  upsertGrant,
} from '../../store/people/oauth-grants.ts';
import { type AuthorizationRequest, isGrantedScope, isResource } from './authorization-request.ts';
import { makeOAuthSecret, oauthDigest } from './oauth-secrets.ts';
import { answersChallenge } from './pkce.ts';
import type { RandomBytes } from '../secrets.ts';

/**
 * A chat's servers refresh concurrently with one token, and answers get lost. For this long after its first use a
 * refresh token still gets a separate pair; afterwards its use counts as theft.
 */
const LEEWAY_SECONDS = 30;

export type Means = { readonly db: Pool; readonly randomBytes: RandomBytes };

export type Approval = {
  readonly clientId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly request: AuthorizationRequest;
};
export type ApprovalResult = { kind: 'approved'; code: string } | { kind: 'not-a-member' } | { kind: 'client-retired' };

/** Step 1. Membership and client are locked meanwhile: an approval never follows their removal. */
export async function approveChat({ db, randomBytes }: Means, approval: Approval): Promise<ApprovalResult> {
  const { clientId, userId, workspaceId, request } = approval;
  const { scope, resource, redirectUri, codeChallenge } = request;
  const code = makeOAuthSecret('code', randomBytes);
  const newId = `grt_${Buffer.from(randomBytes(12)).toString('hex')}`;
  return retrying(db, async (trx): Promise<ApprovalResult> => {
    if (!(await holdClient(trx, clientId))) return { kind: 'client-retired' };
    if ((await holdRole(trx, workspaceId, userId)) === null) return { kind: 'not-a-member' };
    const grantId = await upsertGrant(trx, { grantId: newId, userId, workspaceId, clientId, scope, resource });
    const { sha256 } = code;
    await insertCode(trx, { sha256, grantId, redirectUri, codeChallenge, resource, lifeSeconds: CODE_SECONDS });
    await recordEvent(trx, { action: 'chat-connected', actor: userId, workspaceId, subject: grantId });
    return { kind: 'approved', code: code.secret };
  });
}

export type Tokens = {
  readonly accessToken: string;
  /** Seconds. */
  readonly accessLife: number;
  readonly refreshToken: string;
  readonly scope: string;
};
export type TokenRefusal = {
  kind: 'refused';
  error: 'invalid_grant' | 'invalid_scope' | 'invalid_target';
  description: string;
  /** The grant that this try has ended: one of its secrets was used by two parties. */
  ended?: string;
};
export type TokenPair = { kind: 'issued'; tokens: Tokens } | TokenRefusal;

function refused(error: TokenRefusal['error'], description: string): TokenRefusal {
  return { kind: 'refused', error, description };
}

const noCode = refused('invalid_grant', 'The code is unknown or expired or was used before.');
const noRefreshToken = refused('invalid_grant', 'The refresh token is unknown, expired or revoked.');
const otherResource = refused('invalid_target', 'The code or token is for another resource.');

export type Redemption = {
  readonly clientId: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  /** Null if the request named none. */
  readonly resource: string | null;
};

/**
 * Step 2. A code that is used twice was intercepted (RFC 6749, 4.1.2): its tokens are revoked. A failed check leaves a
 * valid code valid for the holder of the verifier.
 */
export async function redeemCode({ db, randomBytes }: Means, redemption: Redemption): Promise<TokenPair> {
  const { clientId, resource, redirectUri, codeVerifier } = redemption;
  const digest = oauthDigest('code', redemption.code);
  const found = digest === null ? null : await findCode(db, digest);
  if (digest === null || found === null || found.client_id !== clientId) return noCode;
  if (!found.is_used) {
    if (resource !== null && !isResource(resource, found.resource)) return otherResource;
    if (redirectUri !== found.redirect_uri) return refused('invalid_grant', 'redirect_uri is not that of the code.');
    if (!answersChallenge(codeVerifier, found.code_challenge)) {
      return refused('invalid_grant', 'code_verifier does not answer the challenge of the code.');
    }
  }
  return retrying(db, async (trx) => {
    const grant = await lockGrant(trx, found.grant_id);
    if (grant === null || grant.is_revoked) return noCode;
    if (await takeCode(trx, digest)) return grant.is_member ? issue(trx, grant, randomBytes) : noCode;
    const again = await findCode(trx, digest);
    if (again?.is_used !== true) return noCode;
    await endGrants(trx, { grantId: grant.grant_id }, 'code-reused');
    return { ...noCode, ended: grant.grant_id };
  });
}

export type RefreshRequest = {
  readonly clientId: string;
  readonly refreshToken: string;
  readonly scope: string | null;
  readonly resource: string | null;
};

/** Step 3. A person who has left the paying workspace is asked again which one shall pay. */
export async function refreshTokens({ db, randomBytes }: Means, refreshing: RefreshRequest): Promise<TokenPair> {
  const { clientId, scope, resource } = refreshing;
  const digest = oauthDigest('refresh', refreshing.refreshToken);
  const owner = digest === null ? null : await findTokenOwner(db, digest);
  if (digest === null || owner === null || owner.client_id !== clientId) return noRefreshToken;
  return retrying(db, async (trx) => {
    const grant = await lockGrant(trx, owner.grant_id);
    if (grant === null || grant.is_revoked) return noRefreshToken;
    const state = await readRefreshToken(trx, digest, LEEWAY_SECONDS);
    if (state === 'used-before') {
      await endGrants(trx, { grantId: grant.grant_id }, 'refresh-token-reused');
      return { ...noRefreshToken, ended: grant.grant_id };
    }
    if (state !== 'fresh' || !grant.is_member) return noRefreshToken;
    if (!isGrantedScope(scope)) return refused('invalid_scope', `No more than ${grant.scope} was granted.`);
    if (resource !== null && !isResource(resource, grant.resource)) return otherResource;
    await noteRefreshUse(trx, digest);
    return issue(trx, grant, randomBytes);
  });
}

/** A pair of tokens for a grant whose row is locked. */
async function issue(trx: Trx, { grant_id: grantId, scope }: HeldGrant, randomBytes: RandomBytes): Promise<TokenPair> {
  const access = makeOAuthSecret('access', randomBytes);
  const refresh = makeOAuthSecret('refresh', randomBytes);
  const [accessLife = 0] = await insertTokens(trx, grantId, [
    { sha256: access.sha256, kind: 'access', lifeSeconds: ACCESS_TOKEN_SECONDS },
    { sha256: refresh.sha256, kind: 'refresh', lifeSeconds: REFRESH_TOKEN_DAYS * 86_400 },
  ]);
  return { kind: 'issued', tokens: { accessToken: access.secret, accessLife, refreshToken: refresh.secret, scope } };
}

/**
 * Step 4. Ends the whole grant, by either of its tokens; a token of another client ends nothing. Returns the ended
 * grant, or null.
 */
export async function revokeToken({ db }: Pick<Means, 'db'>, clientId: string, token: string): Promise<string | null> {
  const digest = oauthDigest('access', token) ?? oauthDigest('refresh', token);
  const owner = digest === null ? null : await findTokenOwner(db, digest);
  if (owner === null || owner.client_id !== clientId) return null;
  const { grant_id: grantId } = owner;
  return (await endGrant(db, { grantId }, 'client')) ? grantId : null;
}

/**
 * Ends a grant for good; false if there is no such live one. The audit trail records the user or operator who ends it.
 */
export async function endGrant(
  db: Pool,
  where: { grantId: string; userId?: string; workspaceId?: string },
  because: EndedBecause,
  actor: string | null = null,
): Promise<boolean> {
  return retrying(db, (trx) => endGrantIn(trx, where, { because, actor }));
}

/** The same inside a transaction. */
export async function endGrantIn(
  trx: Trx,
  where: { grantId: string; userId?: string; workspaceId?: string },
  { because, actor }: { because: EndedBecause; actor: string | null },
): Promise<boolean> {
  const [ended] = await endGrants(trx, where, because);
  if (ended === undefined) return false;
  const { grant_id: subject, workspace_id: workspaceId } = ended;
  if (actor !== null) await recordEvent(trx, { action: 'chat-ended', actor, workspaceId, subject });
  return true;
}
