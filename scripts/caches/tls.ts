// A certificate for this machine alone, made for one run.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Certificate = {
  certificate: string;
  key: string;
  /** Key and certificate in one file, as hitch wants them. */
  both: string;
};

export async function makeCertificate(folder: string): Promise<Certificate> {
  const [certificate, key, both] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'both.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...names,
    ...files,
  ]);
  await writeFile(both, `${await readFile(key, 'utf8')}${await readFile(certificate, 'utf8')}`);
  return { certificate, key, both };
}
