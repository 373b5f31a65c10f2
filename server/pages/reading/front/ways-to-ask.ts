/** Four ways to ask for the same brief: curl, TypeScript, Python, and a chat. */
import { codeTabs } from '../../docs/code-tabs.ts';
import { curlOf, typescriptOf } from '../../docs/try-calls.ts';
import { type Html, html } from '../../shell/html.ts';

type Ways = { baseUrl: string; ticker: string };

export function waysToAsk({ baseUrl, ticker }: Ways): Html {
  const parameters = { ticker };
  const tabs = [
    { id: 'curl', label: 'curl', code: curlOf(baseUrl, Object.entries(parameters)), note: withKey },
    { id: 'ts', label: 'TypeScript', code: typescriptOf(baseUrl, parameters), note: withKey },
    { id: 'python', label: 'Python', code: pythonOf(baseUrl, ticker), note: withKey },
    { id: 'chat', label: 'A chat', code: `${baseUrl}/mcp`, note: inChat(ticker) },
  ];
  return html`<section class="ways" aria-labelledby="ways">
    <h2 id="ways">Ask for the same four ways</h2>
    <div class="example">${codeTabs('ask', 'How to ask', tabs)}</div>
  </section>`;
}

const withKey = html`<p class="small soft">With a key of your own in <code>SERVICE_API_KEY</code>: <a href="/account">get one</a>. An answer costs one request; a repetition under its id is free. <a href="/docs/start">The guide</a></p>`;

function inChat(ticker: string): Html {
  return html`<p class="small soft">Add this address as a connector of your chat, allow it once in this browser, and ask “What do investors say about ${ticker}, and where did they say it?” <a href="/connect">Step by step</a></p>`;
}

function pythonOf(baseUrl: string, ticker: string): string {
  return `from research_intelligence import ResearchClient

client = ResearchClient(base_url=${JSON.stringify(baseUrl)})  # reads SERVICE_API_KEY
brief = client.brief(${JSON.stringify(ticker)})
print(brief.data.trade_state.action, brief.as_of, brief.charge)`;
}
