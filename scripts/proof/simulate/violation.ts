// Error of a simulated course: the code and its model disagree.

export class Violation extends Error {
  override readonly name = 'Violation';
}

/** `found` is what the code did, `expected` what the model says. */
export function hold(what: string, found: unknown, expected: unknown): void {
  if (found === expected) return;
  throw new Violation(`${what}: ${JSON.stringify(found)}, and the model says ${JSON.stringify(expected)}`);
}
