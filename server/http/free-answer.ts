/** Answers of operations without a charge, held back if the client prefers to wait, and the optional key of some of them. */
import { isListening } from './door.ts';
import { heldReply } from './hold.ts';
import type { Caller, Device, Headers, Principal } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import type { Verdict } from '../contract/validation/validator.ts';
import { type AnyReply, sendReply } from './send-answer.ts';
import type { Call } from './serve.ts';

/** The caller of an operation whose key may be left out. A key that opens nothing, or live research, changes nothing. */
export async function previewCaller({ serving, request, operation }: Call): Promise<Principal | null> {
  if (request.headers.authorization === undefined) return null;
  try {
    const { keySha256, collection } = serving.access.credential(request.headers.authorization);
    return collection === 'preview' ? await serving.access.identify(keySha256, operation) : null;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.entry.status === 401) return null;
    throw thrown;
  }
}

/** Returns the milliseconds for which the request was held back. */
export async function freeAnswer(
  call: Call,
  { query, path, body }: Verdict,
  { principal, headers }: { principal: Principal | Device | null; headers: Headers },
): Promise<number> {
  const { serving, row, request, response, requestId, slot } = call;
  const caller: Caller = {
    address: () => serving.addressOf(request),
    isListening: () => isListening(request),
  };
  const input = { query, path, body: body ?? null, principal, caller, requestId };
  const { reply, ms } = await heldReply({
    request,
    response,
    slot,
    holder: caller.address,
    elapsed: serving.elapsed,
    reply: async () => (await row.handler(input)) as AnyReply,
  });
  await sendReply(call, reply, headers);
  return ms;
}
