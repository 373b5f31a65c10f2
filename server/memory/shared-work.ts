// Work that is done once for everybody who asks for the same at once.

export type SharedWork<Result> = {
  /** What is under way by this name, or what `work` begins. Whoever asks after it has ended, well or not, begins anew. */
  of(name: string, work: () => Promise<Result>): Promise<Result>;
  isUnderway(name: string): boolean;
};

export function sharedWork<Result>(): SharedWork<Result> {
  const underway = new Map<string, Promise<Result>>();
  return {
    of(name, work) {
      const found = underway.get(name);
      if (found !== undefined) return found;
      const result = work().finally(() => underway.delete(name));
      underway.set(name, result);
      return result;
    },
    isUnderway: (name) => underway.has(name),
  };
}
