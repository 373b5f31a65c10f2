// Abort listener, one per signal: platforms warn of a leak from eleven listeners on, and calls share signals.

const listening = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `stop` when the signal is aborted; the returned function unsubscribes. */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const stops = listening.get(signal) ?? new Set();
  if (stops.size === 0) {
    listening.set(signal, stops);
    signal.addEventListener('abort', stopAll);
  }
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener('abort', stopAll);
  };
}

function stopAll(this: AbortSignal): void {
  for (const stop of listening.get(this) ?? []) stop();
}
