// Free commands: status, tickers, receipts and receipt.
import { printFree } from '../calls/answer.ts';
import type { Command } from '../command.ts';
import { usage } from '../calls/failure.ts';
import { present } from '../command-input.ts';
import { printPages } from '../calls/pages.ts';
import { showReceipt, showReceipts, showStatus } from '../show/account.ts';
import { showTickers } from '../show/lists.ts';
import { requestId } from '../values.ts';
import { asking } from './asking.ts';

export const statusCommand: Command = {
  name: 'status',
  about: 'whether the key can pay for research now, and what is left',
  options: [],
  charge: 'free',
  examples: ['research status', 'research status --json'],
  run: async (context) => {
    const client = await context.client('key');
    const where = await context.access();
    const result = await asking(context, () => client.status({ signal: context.world.signal }));
    printFree(context, result, (status, sheet) => showStatus(status, where, sheet));
    return 0;
  },
};

export const tickersCommand: Command = {
  name: 'tickers',
  about: 'what is covered',
  options: [],
  charge: 'free, and without a key',
  examples: ['research tickers', "research tickers --json | jq -r '.tickers[].ticker'"],
  run: async (context) => {
    const client = await context.client('no-key');
    const result = await asking(context, () => client.tickers({ signal: context.world.signal }));
    printFree(context, result, showTickers);
    return 0;
  },
};

export const receiptsCommand: Command = {
  name: 'receipts',
  about: 'what every request of the workspace was charged, the newest first',
  options: ['charged-since', 'charged-until', 'limit', 'all', 'page'],
  charge: 'free, for 90 days',
  examples: ['research receipts --charged-since 2026-10-01T00:00:00Z --all --json'],
  run: async (context, given) => {
    const others = ['charged-since', 'charged-until', 'limit'] as const;
    const other = given.has('page') ? others.find((name) => given.has(name)) : undefined;
    if (other !== undefined) throw usage(`--${other} means nothing beside --page`, `leave --${other} or --page out`);
    const client = await context.client('key');
    const query = present({
      charged_since: given.text('charged-since'),
      charged_until: given.text('charged-until'),
      limit: given.number('limit'),
    });
    const options = { signal: context.world.signal, ...present({ pageUrl: given.text('page') }) };
    const asked = { name: 'receipts', given, isFree: true } as const;
    return printPages(context, asked, client.receipts(query, options).pages(), showReceipts);
  },
};

export const receiptCommand: Command = {
  name: 'receipt',
  about: 'what one request id was charged, and the digest of what it gave',
  argument: { name: 'id', kind: requestId, about: 'the request id that an answer named' },
  options: [],
  charge: 'free, for 90 days',
  examples: ['research receipt 2f1c7a52-0d0e-4a53-9a0a-6f1d3f2c9b11'],
  run: async (context, given) => {
    const client = await context.client('key');
    const result = await asking(context, () => client.receipt(given.word('id'), { signal: context.world.signal }));
    printFree(context, result, showReceipt);
    return 0;
  },
};
