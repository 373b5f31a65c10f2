// Admission control: a bounded number of requests in work, because a queue without a bound serves none in time.

/** Returns the release of a slot, or null if all are taken; the release works once. */
export function slots(max: number): () => (() => void) | null {
  let taken = 0;
  return () => {
    if (taken >= max) return null;
    taken += 1;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      taken -= 1;
    };
  };
}
