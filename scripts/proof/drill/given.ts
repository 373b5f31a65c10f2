// What a drill is told beside its name: `npm run drill -- fuzz requests=100000 seed=7`.

/** The number that was given under this name; null where none was. */
export function given(name: string): number | null {
  const word = process.argv.find((argument) => argument.startsWith(`${name}=`));
  if (word === undefined) return null;
  const value = Number(word.slice(name.length + 1));
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number: ${word}`);
  return value;
}

/** The seed of a run: the one that was given, to have the same again, or a new one. */
export function seedOf(): number {
  const seed = given('seed') ?? Date.now() % 2 ** 31;
  process.stdout.write(`seed=${seed}\n`);
  return seed;
}

/** The milliseconds of each outage. */
export const lastsMs = (): number => given('lasts') ?? 10_000;
