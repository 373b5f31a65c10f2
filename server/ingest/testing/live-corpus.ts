/** Support for tests and commands that need live research: the preview corpus stands in for it. */
import { retrying } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import { previewCorpus } from '../release/preview-corpus.ts';
import { publishCorpus } from '../release/publish-corpus.ts';

/** Publishes the corpus as live research, which adds it to the public coverage list. */
export async function publishLive({ db }: Pick<Store, 'db'>): Promise<void> {
  await retrying(db, (trx) => publishCorpus({ trx, collection: 'live', corpusDir: previewCorpus }));
}
