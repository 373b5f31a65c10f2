// Units: those that the ledger says were spent, and those that an answer says it cost.
import type { Store } from '../../../server/store/engine/engine.ts';
import { type Answer, headerOf } from './wire.ts';

export async function unitsOf({ db }: Store): Promise<number> {
  const { rows } = await db.raw('select coalesce(sum(units), 0)::integer as units from usage_entry');
  return (rows as { units: number }[])[0]?.units ?? 0;
}

/** An MCP answer carries its charge in the result. */
export function chargeOf(answer: Pick<Answer, 'headers' | 'body'>, isChat: boolean): number {
  const told = headerOf(answer, 'usage-charge');
  if (told !== null || !isChat) return Number(told);
  return Number(/"Usage-Charge":\s*"?(\d+)/i.exec(answer.body.toString())?.[1] ?? 0);
}
