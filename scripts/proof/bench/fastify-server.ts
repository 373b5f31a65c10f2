// Reference server on Fastify: documents from memory, one prepared statement that checks the key, records and debits.
import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { type Document, readDocuments } from './documents.ts';
import { keyDigest } from './reference-data.ts';

const [port, file = '', connectionString] = process.argv.slice(2);
const documents = readDocuments(file);
const pool = new pg.Pool({ connectionString, max: 10 });
const app = fastify();

const chargeText = `
with who as (select id from account where key_sha256 = $1),
entry as (insert into ledger (account_id, request_id, path) select id, $2, $3 from who on conflict do nothing returning account_id),
paid as (update account set prepaid = prepaid - 1 from entry where id = account_id returning prepaid)
select who.id, (select prepaid from paid) as left from who`;

/** False if the request was refused. */
async function isPaid(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const key = keyDigest(request.headers.authorization?.slice('Bearer '.length) ?? '');
  const values = [key, request.headers['x-request-id'], request.url];
  const { rowCount } = await pool.query({ name: 'charge', text: chargeText, values });
  if (rowCount === 0) await reply.code(401).send({ code: 'unauthorized' });
  return rowCount === 1;
}

const headersOf = new Map<Document, Record<string, string>>();
for (const document of documents.values()) {
  const headers: Record<string, string> = {};
  for (let at = 0; at < document.headers.length; at += 2)
    headers[document.headers[at] ?? ''] = document.headers[at + 1] ?? '';
  headersOf.set(document, headers);
}

function sendDocument(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const document = documents.get(request.url);
  if (document === undefined) return reply.code(404).send({ code: 'not-covered' });
  return reply.headers(headersOf.get(document) ?? {}).send(document.bytes);
}

const instant = { type: 'string', maxLength: 30 };
const briefQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['ticker'],
  properties: {
    ticker: { type: 'string', minLength: 1, maxLength: 16 },
    as_of: instant,
    max_results: { type: 'integer' },
    detail: { type: 'string' },
  },
};
const pageQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { limit: { type: 'integer', minimum: 1, maximum: 50 }, as_of: instant },
};
const headers = {
  type: 'object',
  required: ['authorization', 'x-request-id'],
  properties: {
    authorization: { type: 'string', pattern: '^Bearer ri_' },
    'x-request-id': { type: 'string', minLength: 1, maxLength: 128 },
  },
};

app.get('/v1/tickers', sendDocument);

app.get('/v1/brief', { schema: { querystring: briefQuery, headers } }, async (request, reply) => {
  if (await isPaid(request, reply)) sendDocument(request, reply);
  return reply;
});

type Row = { item: object; citation: object };

app.get('/v1/beliefs', { schema: { querystring: pageQuery, headers } }, async (request, reply) => {
  const { limit, as_of: asOf } = request.query as { limit: number; as_of: string };
  const { rows } = await pool.query<Row>({
    name: 'page',
    text: 'select item, citation from belief where observed_at <= $1 order by observed_at desc, id desc limit $2',
    values: [asOf, limit],
  });
  if (!(await isPaid(request, reply))) return reply;
  const answer = {
    as_of: asOf,
    data: { beliefs: rows.map(({ item }) => item), citations: rows.map(({ citation }) => citation) },
  };
  return reply.header('cache-control', 'private, no-cache').send(answer);
});

const statusOf = JSON.parse(
  [...documents.values()].find(({ path }) => path === '/v1/status')?.bytes.toString() ?? '{}',
) as object;

app.get('/v1/status', { schema: { headers } }, async (request, reply) => {
  const key = keyDigest(request.headers.authorization?.slice('Bearer '.length) ?? '');
  const text = 'select id, prepaid::integer from account where key_sha256 = $1';
  const { rows } = await pool.query<{ id: number; prepaid: number }>({ name: 'status', text, values: [key] });
  if (rows[0] === undefined) return reply.code(401).send({ code: 'unauthorized' });
  return reply.header('cache-control', 'no-store').send({ ...statusOf, prepaidRequestsRemaining: rows[0].prepaid });
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
