/** Setup instructions for agents: numbered steps, exact requests, and the rules that an agent must keep. */
import type { Application, Response } from 'express';
import { digestOf } from '../../http/respond.ts';
import { sendPublic } from '../../http/send-public.ts';
import type { PageContext } from '../shell/context.ts';

export function mountAgentTexts(app: Application, { baseUrl }: Pick<PageContext, 'baseUrl'>): void {
  const texts = { '/agent-quickstart.md': quickstart(baseUrl), '/auth.md': auth(baseUrl) };
  for (const [path, text] of Object.entries(texts)) {
    app.get(path, (_request, response) => send(response, Buffer.from(text)));
  }
}

async function send(response: Response, bytes: Buffer): Promise<void> {
  const headers = {
    'Content-Type': 'text/markdown; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
  };
  await sendPublic(response.req, response, { bytes, sha256: digestOf(bytes), headers });
}

const never = `## Never

- Never ask the person for a password, payment details, a session or an API key in chat.
- Never print, log, echo or commit a whole key. Store it in a secret store or a git-ignored environment file.
- Never display the \`deviceCode\`: it is a secret that only polls.
- Never create a checkout, and never take the return page of one for proof of access: only the status counts.
- Never substitute another company for one that is not covered, and never fill in what a document leaves out.
- Never put a key of the device login into a chat: it is for a trusted local or server-side agent alone.
- Never register another chat, and never start its onboarding: one chat is registered by the operator, and that of others is
  pending.
`;

function quickstart(baseUrl: string): string {
  return `# Quickstart for an agent

You are a developer agent that a person trusts with a terminal. These steps end with one authenticated brief.

1. If the environment variable \`SERVICE_API_KEY\` is not empty, use it and go on with step 4. Do not create another key.
2. Get a key by the device login: [auth.md](${baseUrl}/auth.md).
3. Save the key as \`SERVICE_API_KEY\` at once; it is delivered once.
4. Ask what the key may spend, free of charge:

       curl -s -H "Authorization: Bearer $SERVICE_API_KEY" ${baseUrl}/v1/status

   Access is usable when \`status\` is \`ready\`, \`dataMode\` is \`live\`, and either \`prepaidRequestsRemaining\` is positive, or
   \`subscriptionPlan\` is not null and \`subscriptionRequestsRemaining\` is positive or null.
5. If it is not usable, give the person the \`checkoutUrl\` of that answer and stop. Go on when they say that they have paid,
   and then with step 4 again. Stop before step 6 as long as it is not usable.
6. See what is covered, free of charge: \`curl -s ${baseUrl}/v1/tickers\`. A company that is not in the list is not covered: say so.
7. Read one brief; it costs one request. Make its request id in a line of its own, and keep it:

       REQUEST_ID=$(uuidgen)
       curl -s -H "Authorization: Bearer $SERVICE_API_KEY" -H "X-Request-ID: $REQUEST_ID" '${baseUrl}/v1/brief?ticker=TICKER'

   After a timeout, a 429 or a 503 send the second line alone again: the same id is never charged twice. An id that is made
   inside the curl line is lost, and each try is another request.

8. Setup is complete when that answer is a 200. Keep its \`data_status\`, \`warnings\` and limitations with whatever you quote.

## What an answer means

| HTTP | what to do |
|---|---|
| 200 | read \`data_status\` and \`warnings\`: a 200 alone does not prove a complete result |
| 400, 422 | correct every fault in \`errors\`; a new \`X-Request-ID\` when anything changes |
| 401 | the key is missing or not valid: ask for an active one, do not guess |
| 402 | no credit, or the spend limit: give the person the \`checkoutUrl\` of the status (step 4), and stop |
| 404 | not covered, or no such record: report it, substitute nothing |
| 410, 451 | the record was withdrawn or removed: stop using it |
| 429, 503 | wait as \`Retry-After\` says, then the same request with the same \`X-Request-ID\` |

The contract is at ${baseUrl}/openapi.json, the guides at ${baseUrl}/docs.md, and all of them in one list at ${baseUrl}/llms.txt.

${never}`;
}

function auth(baseUrl: string): string {
  return `# Getting a key by the device login

For a trusted local or server-side agent that cannot sign in by OAuth. The key is read-only and revocable.

1. Start. \`deviceName\` is what the person recognises you by (at most 48 characters):

       curl -s -X POST -H 'Content-Type: application/json' \\
         -d '{"deviceName":"Research agent on this laptop","acquisition":{"entrypoint":"auth-md"}}' \\
         ${baseUrl}/api/auth/cli/initiate

2. Give the person the complete \`browserUrl\`, and apart from it the \`userCode\`. Ask them to compare the code on the page with
   yours and to authorize. Keep \`deviceCode\` to yourself.
3. Poll with one poller, at least \`interval\` seconds apart, until \`expiresAt\`:

       curl -s -H "Authorization: Bearer $DEVICE_CODE" ${baseUrl}/api/auth/cli/poll

| HTTP | body | what to do |
|---|---|---|
| 200 | \`status\` \`pending\`, \`interval\` | wait that long, poll again |
| 429 | \`status\` \`slow_down\`, \`interval\` | wait for \`Retry-After\`; use the larger interval from now on |
| 200 | \`status\` \`authorized\`, \`apiKey\` | save the key at once: it is delivered once. Go on with the quickstart, step 4 |
| 200 | \`status\` \`authorized\`, no \`apiKey\` | it was delivered before: stop, and do not create a replacement by yourself |
| 200 | \`status\` \`denied\` | stop |
| 410 | \`status\` \`expired\` | stop; start again only after telling the person |
| 401 | \`status\` \`invalid\` | the device code is not valid: stop |

Authorization is free and grants no request: ask the status next ([quickstart](${baseUrl}/agent-quickstart.md), step 4).
A person sees and revokes keys at ${baseUrl}/account/keys. An AI chat signs in at ${baseUrl}/connect instead.

${never}`;
}
