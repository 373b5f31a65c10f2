// Slots for work at once, shared by who pays: whoever has had least for its weight comes next, and nobody waits behind another's queue.

export type Leave = () => void;

export type FairSlots = {
  /** Resolves with what frees the slot, once. Null when this payer has as many waiting as it may. */
  take(payer: string, weight?: number): Promise<Leave> | null;
};

type Lane = {
  readonly payer: string;
  weight: number;
  readonly waiting: ((leave: Leave) => void)[];
  inWork: number;
  /** When its next one would have been done, had everybody been served at once, each by its weight. */
  turn: number;
};

/**
 * Weighted fair queueing by the number of answers. Whoever comes after a while without asking has saved nothing up: it
 * begins where the others are. `eachMax`: one payer's in work and waiting together.
 */
export function fairSlots({ slots, eachMax }: { slots: number; eachMax: number }): FairSlots {
  const lanes = new Map<string, Lane>();
  let free = slots;
  let now = 0;

  function laneOf(payer: string, weight: number): Lane {
    const lane = lanes.get(payer) ?? { payer, weight, waiting: [], inWork: 0, turn: now };
    lane.weight = weight;
    if (lane.waiting.length === 0) lane.turn = Math.max(lane.turn, now);
    lanes.set(payer, lane);
    return lane;
  }

  function next(): Lane | null {
    let first: Lane | null = null;
    for (const lane of lanes.values()) {
      if (lane.waiting.length > 0 && (first === null || lane.turn < first.turn)) first = lane;
    }
    return first;
  }

  function serve(): void {
    while (free > 0) {
      const lane = next();
      const begin = lane?.waiting.shift();
      if (lane === null || begin === undefined) return;
      now = lane.turn;
      lane.turn += 1 / lane.weight;
      lane.inWork += 1;
      free -= 1;
      begin(leaveOf(lane));
    }
  }

  function leaveOf(lane: Lane): Leave {
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      free += 1;
      lane.inWork -= 1;
      if (lane.inWork === 0 && lane.waiting.length === 0) lanes.delete(lane.payer);
      serve();
    };
  }

  return {
    take(payer, weight = 1) {
      const lane = laneOf(payer, weight);
      if (lane.inWork + lane.waiting.length >= eachMax) return null;
      return new Promise((begin) => {
        lane.waiting.push(begin);
        serve();
      });
    },
  };
}
