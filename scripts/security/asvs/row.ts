// One row of the table: a requirement in our own words, and what answers it.

/** A file of tests, and how the name of the test in it begins. */
export type Shown = readonly [file: string, name: string];

export type Answer =
  | { readonly by: 'test'; readonly tests: readonly Shown[]; readonly but?: string }
  /** A section of server/docs/security.md, by its heading: for what the standard wants to be documented. */
  | { readonly by: 'document'; readonly section: string }
  /** Why it does not apply here, or who else is responsible for it. */
  | { readonly by: 'reason'; readonly reason: string }
  /** What is not met, and what stands instead. */
  | { readonly by: 'gap'; readonly gap: string };

export type Row = { readonly id: string; readonly about: string; readonly answer: Answer };

type Test = (id: string, about: string, ...tests: readonly Shown[]) => Row;
type Told = (id: string, about: string, text: string) => Row;

export const test: Test = (id, about, ...tests) => ({ id, about, answer: { by: 'test', tests } });
export const documented: Told = (id, about, section) => ({ id, about, answer: { by: 'document', section } });
export const reason: Told = (id, about, text) => ({ id, about, answer: { by: 'reason', reason: text } });
export const gap: Told = (id, about, text) => ({ id, about, answer: { by: 'gap', gap: text } });

/** Shown by tests, with what a reader should know of their limits. */
export const testBut = (id: string, about: string, but: string, ...tests: readonly Shown[]): Row => ({
  id,
  about,
  answer: { by: 'test', tests, but },
});
