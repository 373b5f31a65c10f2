// Questions asked through the client that hey-api makes; one line for each.
import { type BeliefsAnswer, getBrief, getReceipt, getStatus, listBeliefs } from './made';
import { client } from './made/client.gen';

const { RESEARCH_URL: baseUrl = '', RESEARCH_KEY: key = '', RESEARCH_ENTITY: entity_id = '' } = process.env;
client.setConfig({ baseUrl, auth: key, throwOnError: true });

function idsOf(page: BeliefsAnswer): string[] {
  if (page.view !== 'beliefs') throw new Error(page.view);
  return page.data.beliefs.map(({ belief_id }) => belief_id);
}

async function briefOf(query: NonNullable<Parameters<typeof getBrief>[0]>['query'], id: string) {
  const { data } = await getBrief({ query, headers: { 'X-Request-ID': id }, throwOnError: true });
  return data;
}

async function pageOf(query: NonNullable<Parameters<typeof listBeliefs>[0]>['query']): Promise<BeliefsAnswer> {
  const { data } = await listBeliefs({ query, throwOnError: true });
  return data;
}

const steps: Record<string, () => Promise<string>> = {
  async status() {
    const { data } = await getStatus({ throwOnError: true });
    return `${data.dataMode} ${data.status}`;
  },
  async overview() {
    const brief = await briefOf({ ticker: 'NWTB' }, 'overview-hey');
    if (brief.view !== 'overview') throw new Error(brief.view);
    return `${brief.security.name}, ${brief.trade_state.action}, ${brief.views.length} views`;
  },
  async full() {
    const brief = await briefOf({ ticker: 'NWTB', detail: 'full' }, 'full-hey');
    if (brief.view !== 'full') throw new Error(brief.view);
    return `${brief.security.name}, ${brief.theses.length} theses`;
  },
  async entity() {
    const brief = await briefOf({ entity_id }, 'entity-hey');
    if (brief.view !== 'entity') throw new Error(brief.view);
    return `${brief.entity.name}, ${brief.views.length} views`;
  },
  async pages() {
    let page = await pageOf({ ticker: 'KLPF', limit: 2 });
    const ids = idsOf(page);
    for (let url = page.pagination.next_page_url; url !== null; url = page.pagination.next_page_url) {
      page = (await (await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).json()) as BeliefsAnswer;
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
    const { error, response } = await getBrief({ query: { ticker: 'ZZZZ' }, throwOnError: false });
    return `${response?.status} ${error?.code}`;
  },
  async receipt() {
    return (await getReceipt({ path: { request_id: 'overview-hey' }, throwOnError: true })).data.document_digest;
  },
};

async function main(): Promise<void> {
  for (const [name, step] of Object.entries(steps))
    console.log(`${name}: ${await step().catch((thrown: unknown) => JSON.stringify(thrown) + String(thrown))}`);
}

void main();
