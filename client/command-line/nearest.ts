// Suggestion for a mistyped word: the known word with the smallest edit distance.

export function nearest(word: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const ranked = known
    .map((one) => ({ one, slips: one.startsWith(word) && word.length > 1 ? 0 : slipsBetween(word.toLowerCase(), one) }))
    .filter(({ slips }) => slips <= limit)
    .sort((a, b) => a.slips - b.slips);
  return ranked[0]?.one ?? null;
}

/** Edit distance: insertions, deletions, substitutions and swaps of neighbours. */
function slipsBetween(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= from.length; at += 1) {
    const row = [at];
    for (let by = 1; by <= to.length; by += 1) {
      const before = rows[at - 1] ?? [];
      const same = from[at - 1] === to[by - 1];
      let least = Math.min((before[by] ?? 0) + 1, (row[by - 1] ?? 0) + 1, (before[by - 1] ?? 0) + (same ? 0 : 1));
      if (at > 1 && by > 1 && from[at - 1] === to[by - 2] && from[at - 2] === to[by - 1])
        least = Math.min(least, (rows[at - 2]?.[by - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
