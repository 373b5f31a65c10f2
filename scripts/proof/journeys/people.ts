// People as the operator invites them: a workspace, a printed link, and the first visit, on which they choose a password and join.
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
  const { link } = await admin('invite', email, '--workspace', workspace, '--role', role, '--new-link');
  return String(link);
}

/** Opens the link, sets the password, and is signed in; then joins the workspace that invites them. */
export async function arrive(page: Page, link: string): Promise<void> {
  await choosePassword(page, link);
  await page.getByRole('button', { name: /^Join / }).click();
}

export async function choosePassword(page: Page, link: string, chosen = password): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(chosen);
  await page.getByLabel('The same password again').fill(chosen);
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
