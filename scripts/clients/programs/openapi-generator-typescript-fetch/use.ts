// Questions asked through the client that openapi-generator makes for TypeScript; one line for each.
import {
  BeliefsAnswerFromJSON,
  BeliefsApi,
  BriefApi,
  Configuration,
  ProblemFromJSON,
  ResponseError,
  StatusAndReceiptsApi,
  type BeliefsAnswer,
} from './made';

const { RESEARCH_URL: basePath = '', RESEARCH_KEY: accessToken = '', RESEARCH_ENTITY: entityId = '' } = process.env;
const configuration = new Configuration({ basePath, accessToken });
const [briefs, beliefs, account] = [BriefApi, BeliefsApi, StatusAndReceiptsApi].map(
  (api) => new api(configuration),
) as [BriefApi, BeliefsApi, StatusAndReceiptsApi];

function idsOf(page: BeliefsAnswer): string[] {
  if (page.view !== 'beliefs') throw new Error(page.view);
  return page.data.beliefs.map(({ beliefId }) => beliefId);
}

const steps: Record<string, () => Promise<string>> = {
  async status() {
    const { dataMode, status } = await account.getStatus();
    return `${dataMode} ${status}`;
  },
  async overview() {
    const brief = await briefs.getBrief({ ticker: 'NWTB', xRequestID: 'overview-fetch' });
    if (brief.view !== 'overview') throw new Error(brief.view);
    return `${brief.security.name}, ${brief.tradeState.action}, ${brief.views.length} views`;
  },
  async full() {
    const brief = await briefs.getBrief({ ticker: 'NWTB', detail: 'full' });
    if (brief.view !== 'full') throw new Error(brief.view);
    return `${brief.security.name}, ${brief.theses.length} theses`;
  },
  async entity() {
    const brief = await briefs.getBrief({ entityId });
    if (brief.view !== 'entity') throw new Error(brief.view);
    return `${brief.entity.name}, ${brief.views.length} views`;
  },
  async pages() {
    let page = await beliefs.listBeliefs({ ticker: 'KLPF', limit: 2 });
    const ids = idsOf(page);
    for (let url = page.pagination.nextPageUrl; url !== null; url = page.pagination.nextPageUrl) {
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${accessToken}` } });
      page = BeliefsAnswerFromJSON(await answer.json());
      ids.push(...idsOf(page));
    }
    return ids.join(' ');
  },
  async cursor() {
    let page = await beliefs.listBeliefs({ ticker: 'KLPF', limit: 2 });
    const { asOf } = page;
    const ids = idsOf(page);
    for (let cursor = page.pagination.nextCursor; cursor !== null; cursor = page.pagination.nextCursor) {
      page = await beliefs.listBeliefs({ ticker: 'KLPF', limit: 2, cursor, asOf });
      ids.push(...idsOf(page));
    }
    return ids.join(' ');
  },
  async error() {
    try {
      await briefs.getBrief({ ticker: 'ZZZZ' });
    } catch (thrown) {
      if (!(thrown instanceof ResponseError)) throw thrown;
      return `${thrown.response.status} ${ProblemFromJSON(await thrown.response.json()).code}`;
    }
    return 'no error';
  },
  async receipt() {
    return (await account.getReceipt({ requestId: 'overview-fetch' })).documentDigest;
  },
};

async function main(): Promise<void> {
  for (const [name, step] of Object.entries(steps))
    console.log(`${name}: ${await step().catch((thrown: unknown) => String(thrown))}`);
}

void main();
