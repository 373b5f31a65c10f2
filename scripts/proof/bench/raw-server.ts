// Upper bound of node:http: a process that writes prepared bytes with the same headers, without any check.
import { createServer } from 'node:http';
import { readDocuments } from './documents.ts';

const [port, file = ''] = process.argv.slice(2);
const documents = readDocuments(file);

createServer((request, response) => {
  const document = documents.get(request.url ?? '');
  if (document === undefined) return void response.writeHead(404, ['Content-Length', '0']).end();
  response.writeHead(200, document.headers);
  response.end(document.bytes);
}).listen(Number(port), '127.0.0.1');
