// People as the operator makes them: a workspace, an invitation, and the first visit, on which a password is set.
import type { Page } from 'playwright-core';
import type { World } from './world.ts';

export const password = 'nine herons over the quay';

export async function makeWorkspace({ admin }: Pick<World, 'admin'>, name: string): Promise<string> {
  const { workspace_id: id } = await admin('create-workspace', name, '--practice');
  return String(id);
}

export async function invited(
  { admin }: Pick<World, 'admin'>,
  { email, workspace, role }: { email: string; workspace: string; role: 'admin' | 'member' },
): Promise<string> {
  const { link } = await admin('invite', email, '--workspace', workspace, '--role', role);
  return String(link);
}

/** Opens the link, sets the password, and is signed in; then joins the workspace that invites them. */
export async function arrive(page: Page, link: string): Promise<void> {
  await setPassword(page, link);
  await page.getByRole('button', { name: /^Join / }).click();
}

export async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('The same password again').fill(password);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
}

export async function signIn(
  page: Page,
  { email, secret = password }: { email: string; secret?: string },
): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}
