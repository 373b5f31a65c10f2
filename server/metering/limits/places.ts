// So many requests in work and no more: a queue that grows without a bound serves nobody in time.

/** Gives a place, or null when all are taken; the function that it gives frees the place, once. */
export function places(max: number): () => (() => void) | null {
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
