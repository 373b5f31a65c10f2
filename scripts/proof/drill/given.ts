// Numbers on the command line of a drill: `npm run drill -- fuzz requests=100000 seed=7`.

/** The number of this name; null if absent. */
export function given(name: string): number | null {
  const word = process.argv.find((argument) => argument.startsWith(`${name}=`));
  if (word === undefined) return null;
  const value = Number(word.slice(name.length + 1));
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number: ${word}`);
  return value;
}

/** The given seed, which repeats a run, or a new one. */
export function seedOf(): number {
  const seed = given('seed') ?? Date.now() % 2 ** 31;
  process.stdout.write(`seed=${seed}\n`);
  return seed;
}

/** Duration of each outage in milliseconds. */
export const lastsMs = (): number => given('lasts') ?? 10_000;
