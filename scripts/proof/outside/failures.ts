// Failed checks in the events of schemathesis, each with the grounds that the service gave for its answer.
import { isProblem } from '../../../client/problems.ts';
import { limits } from '../../../server/contract/limits.ts';

export type Failure = {
  readonly check: string;
  /** Method and path of the contract. */
  readonly operation: string;
  readonly request: string;
  readonly status: number;
  /** Each fault of a problem, its code alone, the error of OAuth, or the title of a page. */
  readonly grounds: readonly string[];
};

/** A drawn address may have thousands. */
const REQUEST_CHARACTERS = 300;

type Check = { name: string; status: string; failure_info?: { failure: { operation: string } } };
type Interaction = {
  request: { method: string; uri: string };
  response: { status_code: number; content?: { $base64?: string } } | null;
};
type Recorder = { checks: Record<string, Check[]>; interactions: Record<string, Interaction> };
const noInteraction: Interaction = { request: { method: '', uri: '' }, response: null };
type Event = { ScenarioFinished?: { recorder?: Recorder } };

function groundsIn(body: string): readonly string[] {
  const [, title] = /<title>(.*?) ·/s.exec(body) ?? [];
  if (title !== undefined) return [title];
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return [body.slice(0, 200)];
  }
  if (isProblem(document)) {
    const { code, errors } = document;
    return errors.length === 0 ? [code] : errors.map(({ location, message }) => `${code} ${location}: ${message}`);
  }
  const { error, error_description: description } = document as { error?: string; error_description?: string };
  return [`${error}: ${description}`];
}

/** One line of the report is one event. */
export function failuresIn(report: string): readonly Failure[] {
  return report
    .split('\n')
    .filter((line) => line.startsWith('{"ScenarioFinished"'))
    .flatMap((line) => failuresOf((JSON.parse(line) as Event).ScenarioFinished?.recorder));
}

/** An address above the limit of all headers is refused with 431 and reaches no operation. */
function isTooLong({ request, response }: Interaction): boolean {
  return response?.status_code === 431 && request.uri.length > limits.header_bytes_max;
}

function failuresOf(recorder: Recorder | undefined): Failure[] {
  return Object.entries(recorder?.checks ?? {}).flatMap(([id, checks]) =>
    checks
      .filter(({ status }) => status !== 'success' && !isTooLong(recorder?.interactions[id] ?? noInteraction))
      .map((check): Failure => {
        const interaction = recorder?.interactions[id];
        const { method = '', uri = '' } = interaction?.request ?? {};
        const content = interaction?.response?.content?.$base64 ?? '';
        return {
          check: check.name,
          operation: check.failure_info?.failure.operation ?? '',
          request: `${method} ${uri}`.slice(0, REQUEST_CHARACTERS),
          status: interaction?.response?.status_code ?? 0,
          grounds: groundsIn(Buffer.from(content, 'base64').toString()),
        };
      }),
  );
}

export type Allowance = {
  readonly check: string;
  /** A regular expression of one ground. */
  readonly ground: string;
  readonly reason: string;
};

export type Judgement = {
  /** Failures with a ground that no allowance names. */
  readonly unexplained: readonly Failure[];
  /** Allowances that no failure needed. */
  readonly idle: readonly Allowance[];
};

export function judged(failures: readonly Failure[], allowances: readonly Allowance[]): Judgement {
  const rules = allowances.map((allowance) => ({ allowance, expression: new RegExp(`^${allowance.ground}$`) }));
  const used = new Set<Allowance>();
  const unexplained = failures.filter(({ check, grounds }) => {
    const found = grounds.map((ground) =>
      rules.filter(({ allowance, expression }) => allowance.check === check && expression.test(ground)),
    );
    if (found.length === 0 || found.some((rulesOfGround) => rulesOfGround.length === 0)) return true;
    for (const { allowance } of found.flat()) used.add(allowance);
    return false;
  });
  return { unexplained, idle: allowances.filter((allowance) => !used.has(allowance)) };
}
