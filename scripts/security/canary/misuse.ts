// Misuse of a secret: in addresses, ids, headers, bodies, arguments, and bytes that are not a request.
import type { Secret } from './secrets.ts';
import type { Service } from './watched.ts';

/** Only secrets that clients hold can be misplaced by a client, and only our format can be recognised. */
export const isRecognised = ({ value }: Secret): boolean => /^ri_|^RI-/.test(value);

const json = { 'content-type': 'application/json' };

/**
 * Leaves out fields that are returned as sent by design: names of devices and keys, the state of an authorization, and
 * the sign-in address.
 */
export async function misuse(service: Service, { value }: Secret): Promise<number> {
  const before = service.heard.length;
  const program = service.visitor();
  const v = encodeURIComponent(value);
  for (const path of [
    `/v1/brief?ticker=${v}`,
    `/v1/brief?entity_id=${v}`,
    `/v1/brief?ticker=NWTB&as_of=${v}&max_results=${v}`,
    `/v1/brief?${v}=1`,
    `/v1/beliefs?cursor=${v}&api_key=${v}`,
    `/v1/evidence/${v}`,
    `/v1/receipts/${v}`,
    `/v1/${v}`,
    `/${v}`,
    `/docs/${v}`,
    `/?ticker=${v}`,
    `/brief/${v}?mode=preview`,
    `/account?workspace=${v}&notice=${v}`,
    `/account/receipts?workspace=${v}&receipt=${v}&key=${v}&after=${v}`,
    `/person/${v}`,
    `/sign-in?problem=${v}`,
    `/oauth/authorize?client_id=${v}&redirect_uri=${v}`,
  ]) {
    await program.get(path);
  }
  for (const headers of [
    { authorization: `Bearer ${value}` },
    { authorization: `Bearer ${value}x` },
    { authorization: `Basic ${Buffer.from(`${value}:${value}`).toString('base64')}` },
    { authorization: value },
    { 'x-request-id': value },
    { 'research-version': value },
    { accept: value },
    { 'if-none-match': `"${value}"` },
    { 'x-forwarded-for': value, 'x-forwarded-host': value, 'user-agent': value, referer: `http://a/${value}` },
    { cookie: `session=${value}; welcome=${value}; upstream=${value}; typed=${value}; device=${value}` },
  ]) {
    for (const path of ['/v1/brief?ticker=NWTB', '/api/auth/cli/poll', '/mcp', '/welcome', '/account']) {
      await program.get(path, headers);
    }
  }
  await bodies(service, value);
  await service.raw(`${value}\r\n\r\n`);
  await service.raw(`GET /v1/${value} HTTP/1.1\r\nHost: a\r\nHost: ${value}\r\n\r\n`);
  return service.heard.length - before;
}

async function bodies(service: Service, value: string): Promise<void> {
  const program = service.visitor();
  const post = (path: string, body: string): Promise<unknown> =>
    program.send(path, { method: 'POST', headers: json, body });
  for (const body of [
    `{"${value}":1}`,
    `{"deviceName":["${value}"]}`,
    `{"deviceName":"a","acquisition":{"${value}":"x"}}`,
    value,
  ]) {
    await post('/api/auth/cli/initiate', body);
  }
  const names = ['grant_type', 'code', 'refresh_token', 'client_id', 'client_secret', 'code_verifier', 'token'];
  const fields = Object.fromEntries(names.map((name) => [name, value]));
  await program.post('/oauth/token', fields);
  await program.post('/oauth/token', { ...fields, grant_type: 'refresh_token' });
  await program.post('/oauth/revoke', fields);
  await program.post('/sign-in', { email: 'a@example.com', password: value, return_to: `/${value}` });
  await program.post('/welcome', { password: value, repeated: value });
  await program.post('/cli-auth', { code: value, decision: value });
  await program.send('/webhooks/stripe', {
    method: 'POST',
    headers: { ...json, 'stripe-signature': value },
    body: `{"id":"${value}"}`,
  });
  for (const params of [
    { name: value, arguments: {} },
    { name: 'get_brief', arguments: { ticker: value, [value]: 1 } },
  ]) {
    await program.send('/mcp', {
      method: 'POST',
      headers: { ...json, accept: 'application/json, text/event-stream', authorization: `Bearer ${value}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: value, method: 'tools/call', params }),
    });
  }
}
