/**
 * Asks an endpoint of OpenAI's protocol. What it says of errors is not quoted: it may repeat the question, or the key.
 */
import { ENDPOINT_SOURCE } from '../../../domain/evaluation/targets.ts';
import { usdOf } from '../../../domain/models/prices.ts';
import { MOST_COST_USD } from '../../../engines/evaluation/options.ts';
import { readAnswer, requestOf } from '../../../engines/evaluation/cases/index.ts';
import type { Output, Produced } from '../../../engines/evaluation/cases/index.ts';
import type { Config } from '../../../domain/settings.ts';
import { readBody } from '../../../platform/network-guard/body.ts';
import type { GuardedRequest } from '../../../platform/network-guard/request.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { inRequestSpan } from '../../../platform/tracing/http.ts';
import type { Step } from '../../step/step.ts';
import { withoutOutput } from './ask.ts';
import type { AskTarget } from './ask.ts';
import { failureOfCall, failureOfStatus } from './endpoint-failures.ts';
import { headersOf } from './headers.ts';
import type { EndpointTarget } from './target.ts';

export interface EndpointDependencies {
  readonly secrets: Secrets;
  readonly config: Pick<Config, 'evaluation'>;
  /** Sends to addresses that users choose. */
  readonly targetRequest: GuardedRequest;
}

/** Larger than an answer that is kept, even with what else endpoints send. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** Throws `credential_missing`. */
export async function askEndpoint(
  { secrets, config, targetRequest }: EndpointDependencies,
  target: EndpointTarget,
  step: Pick<Step, 'signal' | 'spend'>,
): Promise<AskTarget> {
  const url = new URL(target.url);
  const headers = await headersOf(secrets, config.evaluation, target);
  const send = async (body: string, signal: AbortSignal) => {
    const answer = await inRequestSpan('POST', url, () =>
      targetRequest(url, { method: 'POST', headers, body, signal }),
    );
    const { statusCode: status, headers: fields } = answer;
    const bytes = await readBody(answer.body, fields['content-encoding']?.toString(), MAX_ANSWER_BYTES);
    return { status, retryAfter: fields['retry-after']?.toString(), text: Buffer.from(bytes).toString() };
  };
  return async ({ subject }): Promise<Produced> => {
    const late = AbortSignal.timeout(target.timeout_seconds * 1000);
    const began = performance.now();
    const answer = await send(requestOf(url, target, subject), AbortSignal.any([step.signal, late])).catch((error) => {
      step.signal.throwIfAborted();
      return late.aborted
        ? withoutOutput(`It did not answer within ${target.timeout_seconds} s.`)
        : failureOfCall(error);
    });
    if (!('text' in answer)) return answer;
    const latency_ms = performance.now() - began;
    const failure = failureOfStatus(answer.status, answer.retryAfter, answer.text);
    if (failure !== null) return failure;
    const output = readAnswer(answer.text);
    if (typeof output === 'string') return withoutOutput(output);
    return { output: { ...output, latency_ms, ...spent(target, output, step) } };
  };
}

/**
 * Reports what an answer took; its cost, if the target has a price. A cost that no output may have counts, but is not
 * kept.
 */
function spent(target: EndpointTarget, { usage }: Output, { spend }: Pick<Step, 'spend'>): Pick<Output, 'cost_usd'> {
  const source = ENDPOINT_SOURCE;
  spend({ source, unit: 'calls', amount: 1 });
  if (usage === undefined) return {};
  const { input_tokens, output_tokens } = usage;
  spend({ source, unit: 'input_tokens', amount: input_tokens });
  spend({ source, unit: 'output_tokens', amount: output_tokens });
  const cost_usd = usdOf(target, { input: input_tokens, output: output_tokens });
  if (cost_usd === null) return {};
  spend({ source, unit: 'usd', amount: cost_usd });
  return cost_usd <= MOST_COST_USD ? { cost_usd } : {};
}
