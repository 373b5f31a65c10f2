// SHA-256 by Web Crypto, in the format of the service's digests.

export async function sha256(content: string | Uint8Array): Promise<string> {
  // Copied: the input may be a view of memory that Web Crypto refuses.
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
