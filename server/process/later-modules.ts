/** Modules that a start does not wait for. */
import type { HandOver, HandedOver } from '../admin/keeping/hand-over.ts';
import type { Logger } from '../observe/log.ts';

/** A server on PostgreSQL does not read the modules of the commands. */
export async function handOver(dataDir: string, context: HandedOver): Promise<HandOver> {
  const { serveAdmin } = await import('../admin/keeping/hand-over.ts');
  return serveAdmin(dataDir, context);
}

/** After this time the first requests are answered and no longer wait for it. */
const CHATS_DOOR_MS = 1_000;

/** Loads the modules of the chat endpoint in advance, so that the first chat does not wait for them. */
export function readChatsDoor(log: Logger): () => void {
  const read = (): void => {
    import('../mcp/endpoint.ts').catch((error: unknown) => log.error({ err: error }, 'chats cannot be answered'));
  };
  const timer = setTimeout(read, CHATS_DOOR_MS).unref();
  return () => clearTimeout(timer);
}
