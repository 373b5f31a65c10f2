/** Events that the service reports while it answers; metrics count them elsewhere. */
import type { HoldOutcome } from '../answers/release-watch.ts';
import type { PollAnswer } from '../access/devices/device-grant.ts';
import type { DeviceLogin } from '../access/devices/device-login.ts';
import type { ChargeQueueOptions } from '../metering/charge-queue.ts';
import type { FairSlots } from '../metering/limits/fair-slots.ts';

/** Reasons why a request was asked to retry. */
export type ShedReason = 'in-work' | 'building' | 'store';

export interface Observer {
  readonly shed: (reason: ShedReason) => void;
  readonly batch: (batch: { size: number; ms: number; isWritten: boolean }) => void;
  readonly ticked: () => void;
  readonly leftOut: (list: string) => void;
  /** Requests that wait for a release now. */
  readonly holding: (count: number) => void;
  readonly held: (outcome: HoldOutcome) => void;
  readonly deviceStarted: () => void;
  readonly devicePolled: (answer: PollAnswer) => void;
}

const nothing = (): void => undefined;
export const unobserved: Observer = {
  shed: nothing,
  batch: nothing,
  ticked: nothing,
  leftOut: nothing,
  holding: nothing,
  held: nothing,
  deviceStarted: nothing,
  devicePolled: nothing,
};

type Admit = () => (() => void) | null;

export function watchedAdmission(admit: Admit, onFull: () => void): Admit {
  return () => {
    const leave = admit();
    if (leave === null) onFull();
    return leave;
  };
}

export function watchedSlots(slots: FairSlots, { shed }: Observer): FairSlots {
  return {
    ...slots,
    take(payer, weight) {
      const waits = slots.take(payer, weight);
      if (waits === null) shed('building');
      return waits;
    },
  };
}

type ChargeBatch = ChargeQueueOptions['charge'];

export function watchedCharge(
  charge: ChargeBatch,
  { observed, elapsed }: { observed: Observer; elapsed: () => number },
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

export function watchedLogin(login: DeviceLogin, { deviceStarted, devicePolled }: Observer): DeviceLogin {
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
