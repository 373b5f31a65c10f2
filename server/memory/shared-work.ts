// Work shared by concurrent callers that ask for the same thing (single flight).

export type SharedWork<Result> = {
  /** The run in progress under this name, or a new one. A caller after its end, successful or not, starts anew. */
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
