// Listening to a caller's signal: once for all calls that share it, because platforms warn of a leak from eleven on.

const listening = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `stop` when the signal is aborted; what it gives ends that. */
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
