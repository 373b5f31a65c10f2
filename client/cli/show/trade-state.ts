// Trade state of the published policy: action, reasons, what to watch, and each setup with its conditions.
import type { Condition, Setup, TradeState } from '../../../generated/api.ts';
import { dayText, said } from '../say.ts';
import { capital, words } from '../../words/text.ts';
import type { Sheet } from '../terminal/sheet.ts';
import type { Cites } from './cites.ts';
import { label } from './looks.ts';
import { actions, conditionStatuses, confirmations, directions } from '../../words/states.ts';
import { left } from './standing.ts';

export interface SetupContext {
  readonly cites: Cites;
  readonly letters: ReadonlyMap<string, string>;
}

export function tradeState(state: TradeState, lettered: SetupContext, sheet: Sheet): void {
  const { ink } = sheet;
  sheet.heading('Trade state');
  const action = ink.paint('bold', label(actions, state.action, ink));
  sheet.row(action, label(directions, state.direction, ink), words(state.decision_mode));
  sheet.say(
    ink.paint('dim', 'A published rule gives this word from the views below. It is neither advice nor a forecast.'),
  );
  for (const reason of state.reasons) sheet.item(said(reason));
  if (state.watch_conditions.length > 0) {
    sheet.say(ink.paint('dim', 'Watch'));
    for (const watch of state.watch_conditions) sheet.item(said(watch));
  }
  left(state.omitted_watch_condition_count, 'condition to watch', sheet, { several: 'conditions to watch' });
  for (const setup of state.setups) setupOf(setup, lettered, sheet);
}

function setupOf(setup: Setup, { cites, letters }: SetupContext, sheet: Sheet): void {
  const { ink } = sheet;
  const ids = setup.thesis_ids;
  const rests =
    ids.length === 0
      ? 'counting views that are not shown'
      : `${ids.length === 1 ? 'view' : 'views'} ${ids.map((id) => letters.get(id) ?? id).join(', ')}`;
  sheet.gap();
  const confirmed = setup.price_confirmation;
  sheet.row(
    `${ink.paint('bold', `${capital(setup.direction)} setup`)}, ${words(setup.posture)}`,
    label(confirmations, confirmed, ink, `price confirmation ${confirmed}`),
    ink.paint('dim', rests),
  );
  conditions(setup.conditions, cites, sheet);
  left(setup.omitted_condition_count, 'condition', sheet);
}

export function conditions(found: readonly Condition[], cites: Cites, sheet: Sheet, indent = 0): void {
  const { ink } = sheet;
  for (const { kind, statement, status, expected_by: by, citation_id: id } of found) {
    const due = by === null ? '' : `, expected by ${dayText(by)}`;
    sheet.item(`${words(kind)}: ${said(statement)}${cites.to(id)} ${label(conditionStatuses, status, ink)}${due}`, {
      indent,
    });
  }
}
