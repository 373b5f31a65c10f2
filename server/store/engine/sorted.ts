/** Binary search: the first index whose item holds, if all items after it hold too; the length otherwise. */
export function firstThat<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(items[middle] as Item)) to = middle;
    else from = middle + 1;
  }
  return from;
}
