/** Of items in order the index of the first that holds, where all behind one that does hold too; their number if none does. */
export function firstThat<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(items[middle] as Item)) to = middle;
    else from = middle + 1;
  }
  return from;
}
