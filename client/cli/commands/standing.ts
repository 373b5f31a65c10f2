// research status, tickers and receipt: what is free to ask.
import { printFree } from '../calls/answer.ts';
import type { Command } from '../command.ts';
import { showReceipt, showStatus } from '../show/account.ts';
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
