// A service with the preview corpus as live research, and a workspace that reads it by key and by chat.
import type { Client } from '@modelcontextprotocol/client';
import { openPublished } from '../ingest/testing/published.ts';
import type { Store } from '../store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from './accounts.ts';
import { type ChatService, connectChat, makeTestGrant, startChatService } from './mcp.ts';

export type PaidChat = {
  store: Store;
  service: ChatService;
  chat: Client;
  workspaceId: string;
  key: string;
  close(): Promise<void>;
};

export async function openPaidChat(prepaid: number): Promise<PaidChat> {
  const store = await openPublished('both');
  const service = await startChatService(store, { now: '2026-11-01T00:00:00.000Z' });
  const workspaceId = await makeTestWorkspace(store, { prepaid });
  const { key } = await makeTestKey(store, workspaceId);
  const { token } = await makeTestGrant(store, { baseUrl: service.baseUrl, workspaceId });
  const chat = await connectChat(service.baseUrl, token);
  const close = async (): Promise<void> => {
    await chat.close();
    await service.close();
    await store.close();
  };
  return { store, service, chat, workspaceId, key, close };
}
