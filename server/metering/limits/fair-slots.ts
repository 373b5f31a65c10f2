// Admission control of work by weighted fair queueing: the payer served least for its weight comes next.

export type Leave = () => void;

export type FairSlots = {
  /** Resolves with the release of the slot, to be called once. Null if this payer's queue is full. */
  take(payer: string, weight?: number): Promise<Leave> | null;
  /** Records a request of this payer that needs no slot: other payers share the slots for a while. */
  notice(payer: string): void;
};

export type SlotOptions = {
  slots: number;
  /** Limit of one payer's work, in progress and waiting. */
  eachMax: number;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  later: (call: () => void, ms: number) => void;
};

type Lane = {
  readonly payer: string;
  weight: number;
  readonly waiting: ((leave: Leave) => void)[];
  /** In progress, or resting afterwards. */
  inWork: number;
  /** Virtual finish time of its next work, or of its last one if none waits: as if all were served at once by weight. */
  turn: number;
};

/** A payer counts as present for this long after a request. */
const PRESENT_MS = 1_000;
/** A payer next to others rests for this multiple of its answer's duration. */
const REST_TIMES = 0.5;
const REST_MS_MAX = 40;

/**
 * Weighted fair queueing by the number of answers. A payer that returns after a pause has no saved-up turns: it starts
 * level with the others, and behind all that wait already, however many such payers there are. A single payer may hold
 * all slots. Next to another one it may hold as many as its weight, and it rests after each answer while the slot
 * serves others. Cores and database therefore stay free for a third of the time.
 */
export function fairSlots({ slots, eachMax, elapsed, later }: SlotOptions): FairSlots {
  const present = presence(elapsed);
  const lanes = new Map<string, Lane>();
  let free = slots;
  let now = 0;

  function laneOf(payer: string, weight: number): Lane {
    const lane = lanes.get(payer) ?? { payer, weight, waiting: [], inWork: 0, turn: now };
    lane.weight = weight;
    if (lane.waiting.length === 0) lane.turn = Math.max(lane.turn, now) + 1 / weight;
    lanes.set(payer, lane);
    return lane;
  }

  const mayBegin = ({ payer, weight, waiting, inWork }: Lane): boolean =>
    waiting.length > 0 && (inWork < weight || !present.isBesideOthers(payer));

  function serve(): void {
    while (free > 0) {
      const lane = earliest(lanes.values(), mayBegin);
      const begin = lane?.waiting.shift();
      if (lane === null || begin === undefined) return;
      now = Math.max(now, lane.turn);
      if (lane.waiting.length > 0) lane.turn += 1 / lane.weight;
      lane.inWork += 1;
      free -= 1;
      begin(leaveOf(lane));
    }
  }

  function leaveOf(lane: Lane): Leave {
    const began = elapsed();
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      free += 1;
      if (!present.isBesideOthers(lane.payer)) {
        rested(lane);
        return;
      }
      later(() => rested(lane), Math.min(REST_MS_MAX, REST_TIMES * (elapsed() - began)));
      serve();
    };
  }

  function rested(lane: Lane): void {
    lane.inWork -= 1;
    if (lane.inWork === 0 && lane.waiting.length === 0) lanes.delete(lane.payer);
    serve();
  }

  return {
    notice: present.notice,
    take(payer, weight = 1) {
      present.notice(payer);
      const lane = laneOf(payer, weight);
      if (lane.inWork + lane.waiting.length >= eachMax) return null;
      return new Promise((begin) => {
        lane.waiting.push(begin);
        serve();
      });
    },
  };
}

function earliest(lanes: Iterable<Lane>, mayBegin: (lane: Lane) => boolean): Lane | null {
  let first: Lane | null = null;
  for (const lane of lanes) {
    if (mayBegin(lane) && (first === null || lane.turn < first.turn)) first = lane;
  }
  return first;
}

/** The two payers of the last requests: enough to know for each whether another one is present. */
function presence(elapsed: () => number) {
  let last = { payer: '', at: -Infinity };
  let before = last;
  return {
    notice(payer: string): void {
      if (payer !== last.payer) before = last;
      last = { payer, at: elapsed() };
    },
    isBesideOthers(payer: string): boolean {
      const other = last.payer === payer ? before : last;
      return elapsed() - other.at < PRESENT_MS;
    },
  };
}
