/** Horizon of a view, in the author's words. */
import type { Thesis } from '../../../../generated/api.ts';
import { type Html, html } from '../../shell/html.ts';
import { day, notRecorded } from './say.ts';

export function horizonOf(horizon: Thesis['horizon'] | null): Html {
  if (horizon === null || horizon === undefined) return notRecorded;
  return html`${horizon.text}${horizon.until_on !== null && html` (until ${day(horizon.until_on)})`}`;
}
