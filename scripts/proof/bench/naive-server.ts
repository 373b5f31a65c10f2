// Reference server in the usual style: Express, the contract's validator, a query builder, documents as jsonb,
// res.json.
import express from 'express';
import type { Request, Response } from 'express';
import { middleware } from 'express-openapi-validator';
import knexOf from 'knex';
import type { Knex } from 'knex';
import { contract, servedContract } from '../../../server/contract/description.ts';
import { formats } from '../../../server/contract/validation/formats.ts';
import { keyDigest } from './reference-data.ts';

const [port, , connection = ''] = process.argv.slice(2);
const knex = knexOf({ client: 'pg', connection, pool: { min: 0, max: 10 } });
const app = express();

type Account = { id: number; key_sha256: Buffer; prepaid: string };

class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

async function accountOf(request: Request): Promise<Account> {
  const key = keyDigest(request.get('authorization')?.slice('Bearer '.length) ?? '');
  const account = await knex<Account>('account').where('key_sha256', key).first();
  if (account === undefined) throw new Refusal(401);
  return account;
}

async function debit(trx: Knex.Transaction, { id }: Account, request: Request): Promise<void> {
  const entry = { account_id: id, request_id: request.get('x-request-id'), path: request.originalUrl };
  const written = await trx('ledger')
    .insert(entry)
    .onConflict(['account_id', 'request_id'])
    .ignore()
    .returning('request_id');
  if (written.length === 0) return;
  const paid = await trx('account').where('id', id).andWhere('prepaid', '>', 0).decrement('prepaid', 1);
  if (paid === 0) throw new Refusal(402);
}

app.use(
  middleware({
    apiSpec: structuredClone(servedContract(contract(), null)) as unknown as Parameters<
      typeof middleware
    >[0]['apiSpec'],
    validateRequests: true,
    validateResponses: false,
    validateApiSpec: false,
    validateSecurity: false,
    formats,
  }),
);

app.get('/v1/tickers', async (request: Request, response: Response) => {
  const found = await knex('document').where('path', request.originalUrl).first('body');
  response.set('Cache-Control', 'public, max-age=60').json(found.body);
});

app.get('/v1/brief', async (request: Request, response: Response) => {
  const account = await accountOf(request);
  const found = await knex('document').where('path', request.originalUrl).first('body');
  if (found === undefined) throw new Refusal(404);
  await knex.transaction((trx) => debit(trx, account, request));
  response.set('Cache-Control', 'private, no-cache').json(found.body);
});

app.get('/v1/beliefs', async (request: Request, response: Response) => {
  const account = await accountOf(request);
  const { limit, as_of: asOf } = request.query as unknown as { limit: number; as_of: string };
  const rows: { item: object; citation: object }[] = await knex('belief')
    .select('item', 'citation')
    .where('observed_at', '<=', asOf)
    .orderBy([
      { column: 'observed_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  await knex.transaction((trx) => debit(trx, account, request));
  const answer = {
    as_of: asOf,
    data: { beliefs: rows.map(({ item }) => item), citations: rows.map(({ citation }) => citation) },
  };
  response.set('Cache-Control', 'private, no-cache').json(answer);
});

app.get('/v1/status', async (request: Request, response: Response) => {
  const account = await accountOf(request);
  const found = await knex('document').where('path', '/v1/status').first('body');
  response.set('Cache-Control', 'no-store').json({ ...found.body, prepaidRequestsRemaining: Number(account.prepaid) });
});

// Express recognises an error handler by its four parameters.
app.use((error: unknown, _request: Request, response: Response, _next: unknown) => {
  const { status = 500, message = '' } = error as { status?: number; message?: string };
  response.status(status).json({ message });
});

app.listen(Number(port), '127.0.0.1');
