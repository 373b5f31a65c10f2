/** Test support: device logins over HTTP, people who decide them, and a controlled passage of time. */
import { randomUUID } from 'node:crypto';
import { decideLogin } from '../access/devices/device-login.ts';
import type { DecisionResult } from '../access/devices/device-login.ts';
import type { Decision } from '../access/devices/device-grant.ts';
import type { StartedLogin } from '../access/devices/device-login.ts';
import type { Store } from '../store/engine/engine.ts';
import { makeTestWorkspace } from './accounts.ts';
import { type Role, findOrInsertUser, setMembership } from '../store/people/workspaces.ts';
import type { HttpAnswer } from './ask.ts';
import type { TestService } from './service.ts';

export type TestLogin = StartedLogin & { browserUrl: string };

export function initiate(
  service: TestService,
  body: unknown = { deviceName: 'laptop' },
  from?: string,
): Promise<HttpAnswer> {
  return service.ask('/api/auth/cli/initiate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from !== undefined && { 'x-forwarded-for': from }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function startLogin(service: TestService, body?: unknown): Promise<TestLogin> {
  const { status, text } = await initiate(service, body);
  if (status !== 200) throw new Error(`a device login was answered ${status}: ${text}`);
  return JSON.parse(text) as TestLogin;
}

export function poll(service: TestService, deviceCode: string): Promise<HttpAnswer> {
  return service.ask('/api/auth/cli/poll', { headers: { authorization: `Bearer ${deviceCode}` } });
}

/** Status and body of a poll. */
export async function polledAs(service: TestService, { deviceCode }: TestLogin): Promise<[number, unknown]> {
  const { status, text } = await poll(service, deviceCode);
  return [status, JSON.parse(text)];
}

/** Ages a login by this time, on the database's clock. */
export async function passSeconds(store: Store, { acquisitionId }: TestLogin, seconds: number): Promise<void> {
  await store.db.raw(
    `update device_grant set created_at = created_at - ? * interval '1 second', expires_at = expires_at - ? * interval '1 second',
       polled_at = polled_at - ? * interval '1 second' where acquisition_id = ?`,
    [seconds, seconds, seconds, acquisitionId],
  );
}

/** A new person with this role in the workspace, or in none. */
export async function makeDecider(
  store: Store,
  workspaceId: string | null,
  role: Role,
): Promise<{ userId: string; email: string }> {
  const id = randomUUID().replaceAll('-', '');
  const [userId, email, now] = [`usr_${id}`, `${id}@people.test`, '2026-01-01T00:00:00.000Z'];
  await findOrInsertUser(store.db, { userId, email, now });
  if (workspaceId !== null) await setMembership(store.db, { workspaceId, userId, role, now });
  return { userId, email };
}

export type TestAdmin = { workspaceId: string; userId: string };

export async function makeTestAdmin(store: Store): Promise<TestAdmin> {
  const workspaceId = await makeTestWorkspace(store);
  const { userId } = await makeDecider(store, workspaceId, 'admin');
  return { workspaceId, userId };
}

export function decide(
  store: Store,
  { userCode }: TestLogin,
  { decision, userId, workspaceId }: TestAdmin & { decision: Decision },
): Promise<DecisionResult> {
  return decideLogin(store.db, { userCode, decision, userId, workspaceId: decision === 'deny' ? null : workspaceId });
}
