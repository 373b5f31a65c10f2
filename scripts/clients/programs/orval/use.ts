// Questions asked through the functions that orval makes; one line for each.
import {
  type BeliefsAnswer,
  type Brief,
  type GetBriefParams,
  getBrief,
  getReceipt,
  getStatus,
  listBeliefs,
} from './made/api';

const { RESEARCH_KEY: key = '', RESEARCH_ENTITY: entity_id = '' } = process.env;

function signed(id?: string): RequestInit {
  return { headers: { Authorization: `Bearer ${key}`, ...(id !== undefined && { 'X-Request-ID': id }) } };
}

function idsOf(page: BeliefsAnswer): string[] {
  if (page.view !== 'beliefs') throw new Error(page.view);
  return page.data.beliefs.map(({ belief_id }) => belief_id);
}

async function briefOf(query: GetBriefParams, id?: string): Promise<Brief> {
  const answer = await getBrief(query, signed(id));
  if (answer.status !== 200) throw new Error(String(answer.status));
  return answer.data;
}

async function pageOf(query: Parameters<typeof listBeliefs>[0]): Promise<BeliefsAnswer> {
  const answer = await listBeliefs(query, signed());
  if (answer.status !== 200) throw new Error(String(answer.status));
  return answer.data;
}

const steps: Record<string, () => Promise<string>> = {
  async status() {
    const answer = await getStatus(signed());
    if (answer.status !== 200) throw new Error(String(answer.status));
    return `${answer.data.dataMode} ${answer.data.status}`;
  },
  async overview() {
    const brief = await briefOf({ ticker: 'NWTB' }, 'overview-orval');
    if (brief.view !== 'overview') throw new Error(brief.view);
    return `${brief.security.name}, ${brief.trade_state.action}, ${brief.views.length} views`;
  },
  async full() {
    const brief = await briefOf({ ticker: 'NWTB', detail: 'full' });
    if (brief.view !== 'full') throw new Error(brief.view);
    return `${brief.security.name}, ${brief.theses.length} theses`;
  },
  async entity() {
    const brief = await briefOf({ entity_id });
    if (brief.view !== 'entity') throw new Error(brief.view);
    return `${brief.entity.name}, ${brief.views.length} views`;
  },
  async pages() {
    let page = await pageOf({ ticker: 'KLPF', limit: 2 });
    const ids = idsOf(page);
    for (let url = page.pagination.next_page_url; url !== null; url = page.pagination.next_page_url) {
      page = (await (await fetch(url, signed())).json()) as BeliefsAnswer;
      ids.push(...idsOf(page));
    }
    return ids.join(' ');
  },
  async cursor() {
    let page = await pageOf({ ticker: 'KLPF', limit: 2 });
    const { as_of } = page;
    const ids = idsOf(page);
    for (let cursor = page.pagination.next_cursor; cursor !== null; cursor = page.pagination.next_cursor) {
      page = await pageOf({ ticker: 'KLPF', limit: 2, cursor, as_of });
      ids.push(...idsOf(page));
    }
    return ids.join(' ');
  },
  async error() {
    const answer = await getBrief({ ticker: 'ZZZZ' }, signed());
    return answer.status === 404 ? `404 ${answer.data.code}` : String(answer.status);
  },
  async receipt() {
    const answer = await getReceipt('overview-orval', signed());
    if (answer.status !== 200) throw new Error(String(answer.status));
    return answer.data.document_digest;
  },
};

async function main(): Promise<void> {
  for (const [name, step] of Object.entries(steps))
    console.log(`${name}: ${await step().catch((thrown: unknown) => String(thrown))}`);
}

void main();
