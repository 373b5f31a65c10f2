// Chunks of staged statements that end between two dates of a pair: statements of one date may have to become one revision.
import type { StagedBody } from '../../store/staged/staging.ts';

/** Their order key ends with the instant: up to its date, it names the person, the ticker and the date. */
const dateOf = ({ orderKey }: StagedBody): string => orderKey.slice(0, orderKey.lastIndexOf('T'));

/** Holds back the last date of a chunk, because the next chunk may continue it. */
export async function* wholeDates(chunks: AsyncIterable<StagedBody[]>): AsyncGenerator<StagedBody[]> {
  let held: StagedBody[] = [];
  for await (const chunk of chunks) {
    const rows = [...held, ...chunk];
    const last = rows.at(-1);
    const end = last === undefined ? 0 : rows.findLastIndex((row) => dateOf(row) !== dateOf(last)) + 1;
    held = rows.slice(end);
    if (end > 0) yield rows.slice(0, end);
  }
  if (held.length > 0) yield held;
}
