// Command `verify`: recomputes every hash and quote of a document, and reports what cannot be checked.
import type { DataStatus } from '../../../generated/api.ts';
import type { ResearchResult } from '../../result.ts';
import { type VerifyReport, verify } from '../../evidence/verify.ts';
import { chargeLine, chargeOf, freeLine } from '../calls/charge.ts';
import type { Command, Context } from '../command.ts';
import type { ExitCode } from '../calls/exit-codes.ts';
import { usage } from '../calls/failure.ts';
import { type CommandInput, present } from '../command-input.ts';
import { showChecks } from '../show/checks.ts';
import { standingLine } from '../show/standing.ts';
import { safeDocument } from '../terminal/safe-text.ts';
import { type SeenProof, logProofOf } from '../log/log-proof.ts';
import { text } from '../values.ts';
import { asking, briefOf, callOf } from './asking.ts';
import { type CitingDocument, bytesOf, evidenceOf, noDocument, parsed } from './verify-input.ts';

export const verifyCommand: Command = {
  name: 'verify',
  about: 'recompute the hashes, the quotes and the digest of a document',
  argument: {
    name: 'file',
    kind: text('FILE', 4_096),
    about: 'a document as --json gave it; - reads it from stdin',
    isOptional: true,
  },
  options: ['brief', 'as-of', 'digest', 'receipt', 'log', 'log-key', 'evidence', 'request-id', 'max-charge'],
  charge: 'free and offline for a file; 1 request with --brief; 1 for each piece of evidence with --evidence',
  examples: [
    'research brief NWTB --json > brief.json && research verify brief.json',
    'research verify brief.json --receipt 2f1c7a52-0d0e-4a53-9a0a-6f1d3f2c9b11',
    'research verify --brief NWTB --evidence --max-charge 30',
    'research verify brief.json --receipt 2f1c7a52-0d0e-4a53-9a0a-6f1d3f2c9b11 --log',
  ],
  run: async (context, given) => {
    const file = given.word('file');
    const subject = given.text('brief');
    if ((file === '') === (subject === undefined))
      throw usage(
        'research verify needs a FILE, or --brief TICKER',
        'research verify brief.json, or research verify --brief NWTB',
      );
    if (given.has('log-key') && !given.has('log'))
      throw usage('--log-key is for --log', 'research verify … --log --log-key KEY');
    return subject === undefined ? verifyFile(context, given, file) : verifyBrief(context, given, subject);
  },
};

async function verifyFile(context: Context, given: CommandInput, file: string): Promise<ExitCode> {
  for (const name of ['as-of', 'request-id'] as const)
    if (given.has(name)) throw usage(`--${name} is for --brief`, `leave --${name} out: the file is as it is`);
  const receiptId = given.text('receipt');
  if (given.has('digest') && receiptId !== undefined)
    throw usage('--digest and --receipt name the same thing', 'give one of them');
  if (given.has('log') && receiptId === undefined)
    throw usage('--log of a file needs the request id of its answer', 'research verify FILE --receipt ID --log');
  const bytes = await bytesOf(context, file);
  const document = parsed(bytes, file);
  const digest = receiptId === undefined ? given.text('digest') : await digestOf(context, receiptId);
  const evidence = given.has('evidence') ? await evidenceOf(context, await context.client('key'), document) : [];
  const log = receiptId === undefined ? undefined : await logOf(context, given, receiptId);
  const report = await verify(bytes, { evidence, ...present({ digest, log }) }).catch((thrown: unknown) => {
    // A document of another shape: its fields are not where the contract puts them.
    if (thrown instanceof TypeError) throw noDocument();
    throw thrown;
  });
  return print(context, report, { document, asked: evidence, log });
}

async function logOf(context: Context, given: CommandInput, requestId: string): Promise<SeenProof | undefined> {
  return given.has('log') ? logProofOf(context, requestId, given.text('log-key')) : undefined;
}

async function digestOf(context: Context, receiptId: string): Promise<string> {
  const client = await context.client('key');
  const { data } = await asking(context, () => client.receipt(receiptId, { signal: context.world.signal }));
  return data.document_digest;
}

async function verifyBrief(context: Context, given: CommandInput, subject: string): Promise<ExitCode> {
  for (const name of ['digest', 'receipt'] as const)
    if (given.has(name)) throw usage(`--${name} is for a file`, `leave --${name} out: a fresh answer has its own`);
  const client = await context.client('key');
  const query = briefOf(subject, present({ as_of: given.text('as-of') }));
  const result = await asking(context, () => client.brief(query, callOf(context, given)));
  const evidence = given.has('evidence') ? await evidenceOf(context, client, result.data) : [];
  const log = await logOf(context, given, result.requestId);
  const report = await verify(result, { evidence, ...present({ log }) });
  return print(context, report, { document: result.data, asked: [result, ...evidence], log });
}

/** The file is untrusted. */
function isLabelled(labels: CitingDocument['data_status']): labels is DataStatus {
  return [labels?.mode, labels?.freshness, labels?.coverage].every((one) => typeof one === 'string');
}

interface Verification {
  readonly document: CitingDocument;
  /** Requests for its evidence, which may have been charged. */
  readonly asked: readonly ResearchResult<unknown>[];
  readonly log: SeenProof | undefined;
}

function print({ output }: Context, report: VerifyReport, { document, asked, log }: Verification): ExitCode {
  for (const key of log?.newKeys ?? [])
    output.note((sheet) =>
      sheet.say(
        `A key of the log that is new to this computer; compare it with what the operator published elsewhere: ${key}`,
      ),
    );
  const charged = asked.length === 0 ? freeLine : chargeLine(chargeOf(asked));
  if (output.isJson) {
    output.json(report);
    output.note((sheet) => sheet.say(charged));
  } else {
    const labels = safeDocument(document.data_status);
    output.print((sheet) => {
      showChecks(safeDocument(report), sheet);
      sheet.gap();
      if (isLabelled(labels)) sheet.say(`The document is ${standingLine(labels, sheet.ink)}`);
      sheet.say(charged);
    });
  }
  return report.ok ? 0 : 8;
}
