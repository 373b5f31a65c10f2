/** What is measured while requests are answered, and the places where it is noticed; how it is counted is another file's. */
import type { PollAnswer } from '../access/devices/device-grant.ts';
import type { DeviceLogin } from '../access/devices/device-login.ts';
import type { ChargeQueueOptions } from '../metering/charge-queue.ts';
import type { FairSlots } from '../metering/limits/fair-slots.ts';
import type { Recent } from '../metering/recent.ts';

/** Why a request was told to come back. */
export type Shed = 'in-work' | 'building' | 'store';
export type CacheName = 'recent' | 'kept';

export interface Observed {
  readonly shed: (reason: Shed) => void;
  readonly batch: (batch: { size: number; ms: number; isWritten: boolean }) => void;
  readonly lookedUp: (cache: CacheName, isHit: boolean) => void;
  readonly ticked: () => void;
  readonly leftOut: (list: string) => void;
  readonly deviceStarted: () => void;
  readonly devicePolled: (answer: PollAnswer) => void;
}

const nothing = (): void => undefined;
export const unobserved: Observed = {
  shed: nothing,
  batch: nothing,
  lookedUp: nothing,
  ticked: nothing,
  leftOut: nothing,
  deviceStarted: nothing,
  devicePolled: nothing,
};

type Place = () => (() => void) | null;

export function watchedPlaces(place: Place, onFull: () => void): Place {
  return () => {
    const leave = place();
    if (leave === null) onFull();
    return leave;
  };
}

export function watchedSlots(slots: FairSlots, { shed }: Observed): FairSlots {
  return {
    ...slots,
    take(payer, weight) {
      const waits = slots.take(payer, weight);
      if (waits === null) shed('building');
      return waits;
    },
  };
}

export function watchedRecent(recent: Recent, { lookedUp }: Observed): Recent {
  return {
    ...recent,
    find(collection, question) {
      const found = recent.find(collection, question);
      lookedUp('recent', found !== null);
      return found;
    },
  };
}

type ChargeBatch = ChargeQueueOptions['charge'];

export function watchedCharge(
  charge: ChargeBatch,
  { observed, elapsed }: { observed: Observed; elapsed: () => number },
): ChargeBatch {
  return async (batch) => {
    const started = elapsed();
    let isWritten = false;
    try {
      const outcomes = await charge(batch);
      isWritten = true;
      return outcomes;
    } finally {
      observed.batch({ size: batch.length, ms: elapsed() - started, isWritten });
    }
  };
}

export function watchedLogin(login: DeviceLogin, { deviceStarted, devicePolled }: Observed): DeviceLogin {
  return {
    ...login,
    async start(asked) {
      const started = await login.start(asked);
      deviceStarted();
      return started;
    },
    async poll(deviceCodeSha256, isListening) {
      const polled = await login.poll(deviceCodeSha256, isListening);
      if (polled !== null) devicePolled(polled.answer);
      return polled;
    },
  };
}
