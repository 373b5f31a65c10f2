// The questions that every generated client asks, and their right answers, read from the service without any client.
import type { BeliefsPage, Brief, EntitiesPage, Receipt } from '../../generated/api.ts';
import type { Stage } from './stage.ts';

export const steps = ['status', 'overview', 'full', 'entity', 'pages', 'cursor', 'error', 'receipt'] as const;
export type Step = (typeof steps)[number];

export type RightAnswers = {
  readonly entity: string;
  readonly values: Readonly<Record<Step, string>>;
};

export async function expectedOf({ address, key }: Pick<Stage, 'address' | 'key'>): Promise<RightAnswers> {
  const asked = async <T>(path: string, id: string = crypto.randomUUID()): Promise<T> => {
    const url = new URL(path, address);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}`, 'X-Request-ID': id } });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return (await answer.json()) as T;
  };
  const overview = await asked<Brief>('/v1/brief?ticker=NWTB', 'overview-expected');
  const full = await asked<Brief>('/v1/brief?ticker=NWTB&detail=full');
  const { data } = await asked<EntitiesPage>('/v1/beliefs?view=entities');
  const named = data.entities.find(({ kind, name }) => kind === 'commodity' && name !== null);
  const entity = await asked<Brief>(`/v1/brief?entity_id=${named?.entity_id}`);
  if (overview.view !== 'overview' || full.view !== 'full' || entity.view !== 'entity')
    throw new Error('a brief of another form');
  const receipt = await asked<Receipt>('/v1/receipts/overview-expected');
  const ids = (await asked<BeliefsPage>('/v1/beliefs?ticker=KLPF&limit=50')).data.beliefs.map((one) => one.belief_id);
  const { security, trade_state, views } = overview;
  return {
    entity: entity.entity.entity_id,
    values: {
      status: 'live ready',
      overview: `${security.name}, ${trade_state.action}, ${views.length} views`,
      full: `${full.security.name}, ${full.theses.length} theses`,
      entity: `${entity.entity.name}, ${entity.views.length} views`,
      pages: ids.join(' '),
      cursor: ids.join(' '),
      error: '404 not-covered',
      receipt: receipt.document_digest,
    },
  };
}
