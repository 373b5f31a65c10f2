// A file of words and their meanings: a CSV with the columns word and meaning.
import { Faults, refused, shown } from '../files/faults.ts';
import { columnName, readCsv } from '../files/read-csv.ts';
import { isMeaning, meanings, type RatingSense } from './ratings.ts';

export async function readRatings(file: string): Promise<{ word: string; meaning: RatingSense }[]> {
  const faults = new Faults(file);
  const ratings: { word: string; meaning: RatingSense }[] = [];
  let columns: { word: number; meaning: number } | null = null;
  for await (const { line, cells } of readCsv(file, faults)) {
    if (columns === null) {
      const names = cells.map(columnName);
      columns = {
        word: names.findIndex((name) => name === 'word' || name === 'rating'),
        meaning: names.indexOf('meaning'),
      };
      if (columns.word < 0 || columns.meaning < 0)
        throw refused(file, { line }, 'there are no columns word and meaning', 'write the header word,meaning');
      continue;
    }
    const [word = '', meaning = ''] = [cells[columns.word], cells[columns.meaning]?.toLowerCase()];
    if (isMeaning(meaning)) ratings.push({ word, meaning });
    else
      faults.add(
        { line, field: 'meaning' },
        `${shown(meaning)} is not a meaning`,
        `write one of ${meanings.join(', ')}`,
      );
  }
  faults.throwIfAny();
  return ratings;
}
