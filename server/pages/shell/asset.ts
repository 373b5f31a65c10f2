/** Asset of pages, and its address. */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { digestOf } from '../../http/respond.ts';
import { sendPublic } from '../../http/send-public.ts';

export type Asset = { type: string; bytes: Buffer; isForEver?: boolean };

/** The address of an asset, which changes with its content. */
export function assetPath(name: string, bytes: Buffer): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `/assets/${name.replace('.', `-${digest}.`)}`;
}

/** Sends an asset. If its address changes with its content, browsers may cache it forever. */
export async function sendAsset(response: Response, { type, bytes, isForEver = true }: Asset): Promise<void> {
  const headers = {
    'Content-Type': type,
    'Cache-Control': isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  await sendPublic(response.req, response, { bytes, sha256: digestOf(bytes), headers });
}
