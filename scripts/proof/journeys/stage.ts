// Shared state of the stories: the world, the admin at her browser, her workspace, and the terminal that requests a
// key.
import { look } from './look.ts';
import { type Login, type TerminalAnswer, poll } from './terminal.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** Filled as the stories go: each goes on where the one before has ended. */
export type Stage = {
  world: World;
  ada: Visitor;
  workspace: string;
  login: Login;
  /** Key that the login delivered. */
  key: string;
  polledAt: number;
};

export const email = 'ada@people.example';

/** Faults of the page that this person sees now. */
export function seen({ ada }: Stage, name: string, who: Visitor = ada): Promise<string[]> {
  return look(who.page, name);
}

export function heading({ ada }: Stage, who: Visitor = ada): Promise<string> {
  return who.page.getByRole('main').getByRole('heading').first().innerText();
}

/** Polls no sooner than the service allows. */
export async function pollInTime(stage: Stage): Promise<TerminalAnswer> {
  const wait = stage.polledAt + stage.login.interval * 1_000 + 100 - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  return pollNow(stage);
}

/** The time until the next one counts from when the server took this one, which is before its answer is here. */
export async function pollNow(stage: Stage): Promise<TerminalAnswer> {
  const told = await poll(stage.world.base, stage.login);
  stage.polledAt = Date.now();
  return told;
}
