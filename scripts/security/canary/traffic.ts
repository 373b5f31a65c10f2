// Normal use of everything that creates a secret: people, keys, devices, chats, a provider, a webhook.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Browser, PageResponse } from '../../../server/pages/testing/browser.ts';
import type { OidcProvider } from '../../../server/pages/testing/oidc-provider.ts';
import type { AccountBench } from '../../../server/admin/testing/account-bench.ts';
import type { Secret } from './secrets.ts';
import type { Service } from './watched.ts';

export type TrafficOptions = {
  service: Service;
  admin: AccountBench;
  provider: OidcProvider;
  webhookSecret: string;
  /** Moves the polls back by their interval. */
  passInterval(): Promise<unknown>;
};
type Note = (kind: Secret['kind'], value: string | undefined) => string;

export type TrafficResult = { secrets: Secret[]; workspace: string; email: string };

const callback = 'https://chat.example/callback';

/** `name` distinguishes the people and devices of two runs. */
export async function useAsMeant(given: TrafficOptions, name: string): Promise<TrafficResult> {
  const { service, admin } = given;
  const secrets: Secret[] = [];
  const note: Note = (kind, value) => {
    if (value === undefined || value === '') throw new Error(`no ${kind} was made`);
    secrets.push({ kind, value });
    return value;
  };
  const workspace = await admin.makeWorkspace(`canary-${name}`);
  await admin.reported('grant-credit', '--workspace', workspace, '--requests', '50');
  for (const words of [['--workspace', workspace], ['--preview']]) {
    note('API key', String((await admin.reported('create-key', ...words))['key']));
  }
  const email = `canary-${name}@example.com`;
  const browser = await signUp({ given, note, workspace, email });
  const key = await makeKeys(browser, note, workspace);
  await useKeys(service.visitor(), [
    key,
    ...secrets.filter(({ kind }) => kind === 'API key').map(({ value }) => value),
  ]);
  await loginDevice({ given, browser, note, workspace, name });
  await connectChat({ given, browser, note, workspace });
  await signInElsewhere({ given, note, workspace, name });
  await sendWebhook(given);
  await endOthers(browser, secrets);
  await browser.post('/sign-out');
  return { secrets, workspace, email };
}

/** With the previous password, then with the current one. */
async function endOthers(browser: Browser, secrets: readonly Secret[]): Promise<void> {
  for (const { value } of secrets.filter(({ kind }) => kind === 'password'))
    await browser.follow(await browser.post('/account/sessions/end-others', { current: value }));
}

type Part = { given: TrafficOptions; note: Note; workspace: string };

/** An invitation, a chosen password, a changed one, wrong ones. */
async function signUp({ given, note, workspace, email }: Part & { email: string }): Promise<Browser> {
  const { service, admin } = given;
  const invited = await admin.reported('invite', email, '--workspace', workspace, '--role', 'admin');
  const link = note('sign-in link', new URL(String(invited['link'])).searchParams.get('token') ?? undefined);
  const [first, second] = ['first', 'second'].map((which) =>
    note('password', `${which} canary & grain+${randomBytes(12).toString('hex')}%"é`),
  );
  const browser = service.visitor();
  await browser.follow(await browser.get(`/welcome?token=${link}`));
  await browser.post('/welcome', { password: first ?? '', repeated: `${first}x` });
  await browser.post('/welcome', { password: first ?? '', repeated: first ?? '' });
  note('session', browser.cookies.get('session'));
  note('device cookie', browser.cookies.get('device'));
  await acceptInvitation(browser);
  await browser.post('/account/password', { current: second ?? '', password: second ?? '', repeated: second ?? '' });
  await browser.post('/account/password', { current: first ?? '', password: second ?? '', repeated: second ?? '' });
  const other = service.visitor();
  await other.follow(await other.post('/sign-in', { email, password: first ?? '', return_to: '/account' }));
  await other.follow(await other.post('/sign-in', { email, password: second ?? '', return_to: '/account' }));
  note('session', other.cookies.get('session'));
  await other.get('/welcome');
  await browser.follow(await browser.get(`/welcome?token=${link}`));
  return browser;
}

async function acceptInvitation(browser: Browser): Promise<void> {
  const { text } = await browser.get('/account');
  const path = /\/account\/invitations\/\w+\/accept/.exec(text)?.[0];
  if (path === undefined) throw new Error('no invitation is shown');
  await browser.post(path);
}

async function makeKeys(browser: Browser, note: Note, workspace: string): Promise<string> {
  const form = randomBytes(12).toString('hex');
  const made = await browser.post('/account/keys', { workspace, name: 'canary', collection: 'preview', form });
  const key = note('API key', /ri_preview_\w{49}/.exec(made.text)?.[0]);
  await browser.post('/account/keys', { workspace, name: 'canary', collection: 'preview', form });
  for (const path of [
    '/account/receipts',
    '/account/receipts.csv',
    `/account/keys?workspace=${workspace}`,
    `/account/keys/key_${form}/revoke`,
  ])
    await browser.get(path);
  return key;
}

/** Research, a list with its cursor, a receipt, the account: with each key, and without one. */
async function useKeys(program: Browser, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': `canary-${randomBytes(6).toString('hex')}` };
    for (const path of [
      '/v1/status',
      '/v1/brief?ticker=NWTB',
      '/v1/beliefs?limit=2',
      `/v1/receipts/${headers['x-request-id']}`,
    ]) {
      const { text } = await program.get(path, headers);
      const next = /"next_page_url":"([^"]+)"/.exec(text)?.[1];
      if (next !== undefined)
        await program.get(next.slice(program.address.length), {
          ...headers,
          'x-request-id': `${headers['x-request-id']}n`,
        });
    }
  }
  for (const path of ['/v1/brief?ticker=NWTB', '/', '/v1/tickers', '/docs', '/openapi.json', '/llms.txt', '/connect'])
    await program.get(path);
}

async function loginDevice({
  given,
  browser,
  note,
  workspace,
  name,
}: Part & { browser: Browser; name: string }): Promise<void> {
  const program = given.service.visitor();
  for (const decision of ['approve', 'deny']) {
    const begun = await program.send('/api/auth/cli/initiate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deviceName: `canary-${name}` }),
    });
    const { deviceCode, userCode } = JSON.parse(begun.text) as { deviceCode: string; userCode: string };
    note('user code', userCode);
    const headers = { authorization: `Bearer ${note('device code', deviceCode)}` };
    const poll = (): Promise<PageResponse> => program.get('/api/auth/cli/poll', headers);
    await poll();
    await given.service.visitor().get(`/cli-auth?code=${userCode}`);
    await browser.get(`/cli-auth?code=${userCode}`);
    await browser.post('/cli-auth', { code: userCode, decision, same: 'yes', workspace });
    await poll();
    await given.passInterval();
    const delivered = JSON.parse((await poll()).text) as { apiKey?: string };
    if (decision === 'approve') await useKeys(program, [note('API key', delivered.apiKey)]);
  }
}

async function connectChat({ given, browser, note, workspace }: Part & { browser: Browser }): Promise<void> {
  const { admin, service } = given;
  const words = ['--name', 'Canary chat', '--redirect-uri', callback, '--confidential', '--new-secret'];
  const client = await admin.reported('register-oauth-client', ...words);
  const secret = note('client secret', String(client['client_secret']));
  const id = String(client['client_id']);
  const verifier = note('PKCE verifier', `canary-verifier-${randomBytes(24).toString('hex')}`);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = new URLSearchParams({
    client_id: id,
    redirect_uri: callback,
    response_type: 'code',
    state: 'canary',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  await browser.get(`/oauth/authorize?${asked}`);
  const consented = await browser.post(`/oauth/authorize?${asked}`, { decision: 'approve', workspace });
  const code = note('OAuth code', new URL(consented.location ?? 'none:').searchParams.get('code') ?? undefined);
  const program = service.visitor();
  const own = { client_id: id, client_secret: secret };
  const redeeming = { grant_type: 'authorization_code', code, redirect_uri: callback, ...own };
  await program.post('/oauth/token', { ...redeeming, code_verifier: `${verifier}x` });
  const pair = noted(note, await program.post('/oauth/token', { ...redeeming, code_verifier: verifier }));
  const access = { authorization: `Bearer ${pair.access}`, accept: 'application/json, text/event-stream' };
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'get_status', arguments: {} }],
    ['tools/call', { name: 'get_brief', arguments: { ticker: 'NWTB' } }],
  ] as const) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    await program.send('/mcp', { method: 'POST', headers: { ...access, 'content-type': 'application/json' }, body });
  }
  const again = noted(
    note,
    await program.post('/oauth/token', { grant_type: 'refresh_token', refresh_token: pair.refresh, ...own }),
  );
  await browser.get('/account');
  await program.post('/oauth/revoke', { token: again.access, ...own });
  await program.post('/oauth/token', { ...redeeming, code_verifier: verifier });
}

function noted(note: Note, { text, status }: PageResponse): { access: string; refresh: string } {
  if (status !== 200) throw new Error(`no tokens were given: ${status} ${text}`);
  const { access_token: access, refresh_token: refresh } = JSON.parse(text) as Record<string, string>;
  return { access: note('access token', access), refresh: note('refresh token', refresh) };
}

async function signInElsewhere({ given, note, workspace, name }: Part & { name: string }): Promise<void> {
  const { service, admin, provider } = given;
  const email = `elsewhere-${name}@example.com`;
  await admin.reported('invite', email, '--workspace', workspace, '--role', 'member');
  provider.person = { sub: `sub-${name}`, email, email_verified: true };
  const browser = service.visitor();
  const left = await browser.get('/sign-in/upstream');
  note('sign-in at the provider', browser.cookies.get('upstream')?.split('.')[0]);
  const back = await provider.visit(left.location ?? '');
  await browser.get(back.slice(service.address.length));
  note('session', browser.cookies.get('session'));
  await browser.get(back.slice(service.address.length));
  provider.isDown = true;
  await service.visitor().get('/sign-in/upstream/callback?code=x');
  provider.isDown = false;
}

async function sendWebhook({ service, webhookSecret }: TrafficOptions): Promise<void> {
  const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: {} } });
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
  for (const sent of [`t=${at},v1=${signature}`, `t=${at},v1=00`, 'nonsense']) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': sent };
    await service.visitor().send('/webhooks/stripe', { method: 'POST', headers, body });
  }
}
