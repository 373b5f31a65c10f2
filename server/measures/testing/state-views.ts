// Worked views and prices for the tests of the trade-state policy.
import type { PriceStatus } from '../prices/price-status.ts';
import { measureTradeState, type StateView } from '../verdict/trade-state.ts';

export const asOf = '2024-01-08T14:00:00.000Z';
export const current: PriceStatus = {
  status: 'current',
  through: '2024-01-05',
  expectedSession: '2024-01-05',
  sessionsBehind: 0,
  reason: 'Priced through the expected session 2024-01-05.',
};
export const late: PriceStatus = { ...current, status: 'stale', through: '2024-01-04', sessionsBehind: 1 };
export const stale: PriceStatus = { ...current, status: 'stale', through: '2023-12-29', sessionsBehind: 4 };
export const unverified: PriceStatus = { ...current, status: 'unverified' };
export const unavailable: PriceStatus = { ...current, status: 'unavailable', through: null, sessionsBehind: null };

export const excess = (percent: number, sessions = 40) => ({ percent, sessions });

let made = 0;
export function view(changes: Partial<StateView> = {}): StateView {
  made += 1;
  return {
    beliefId: `bel_${made}`,
    personId: `p:${made}`,
    direction: 'bullish',
    standing: 'counting',
    validity: 'conditions_supported',
    externalState: 'clear',
    excess: excess(3),
    returned: false,
    conditions: [],
    ...changes,
  };
}
export const bearish = (changes: Partial<StateView> = {}): StateView => view({ direction: 'bearish', ...changes });
export const mixed = (changes: Partial<StateView> = {}): StateView => view({ direction: 'mixed', ...changes });
export const silentBear = (changes: Partial<StateView> = {}): StateView => bearish({ standing: 'silent', ...changes });

export function state(views: readonly StateView[], priceStatus: PriceStatus = current) {
  return measureTradeState({ asOf, views, priceStatus });
}
