// A person at a browser who lets a chat in: the page of the consent, its form, and the address that it leads back to.
import { createHash } from 'node:crypto';

const own = { 'sec-fetch-site': 'same-origin' };

/** Address of the redirect after the person's approval. */
export async function approved(address: string, cookie: string): Promise<string> {
  const page = await (await fetch(address, { headers: { cookie } })).text();
  const form = /<form class="stack" method="post" action="([^"]+)"/.exec(page)?.[1];
  const workspace = /name="workspace" value="([^"]+)"/.exec(page)?.[1];
  if (form === undefined || workspace === undefined) throw new Error(`no consent is asked for: ${page.slice(-800)}`);
  const answer = await fetch(new URL(form.replaceAll('&amp;', '&'), address), {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve', workspace }),
    headers: { ...own, cookie },
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`the consent was answered with ${answer.status}`);
  return location;
}

const verifier = 'a-verifier-of-forty-three-characters-at-least';
const callback = 'http://127.0.0.1:9/callback';

/** An access token, for a client that does not sign in by itself. */
export async function tokenOf(base: string, clientId: string, cookie: string): Promise<string> {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { client_id: clientId, redirect_uri: callback, response_type: 'code', state: 's' };
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const location = await approved(`${base}/oauth/authorize?${new URLSearchParams({ ...asked, ...proof })}`, cookie);
  const code = new URL(location).searchParams.get('code') ?? '';
  const redeemed = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...redeemed, client_id: clientId }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return token;
}
