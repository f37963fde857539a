/** The target of a quality run, checked before the job starts. */
import type { ChatParameters } from '../../../activities/evaluation/targets/target.ts';
import { ENDPOINT_SOURCE } from '../../../domain/evaluation/targets.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import { openIssues } from '../../contract/issues.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import { DEFAULT_TIMEOUT_SECONDS, ENDPOINT_MEMBERS, readEndpoint } from './endpoint.ts';
import { readKnowledge } from './knowledge.ts';
import type { EvalTarget } from './schemas.ts';
import type { ReadTarget } from './types.ts';

const CHAT = ['system_prompt', 'temperature', 'max_tokens'] as const;

/** Members of each type. */
const MEMBERS: Readonly<Record<EvalTarget['type'], readonly (keyof EvalTarget)[]>> = {
  api: [...ENDPOINT_MEMBERS, 'price', ...CHAT],
  model: ['name', ...CHAT],
  knowledge: ['dataset_id', 'dataset_key', 'search_type', 'top_k', 'hops'],
};

/** Throws `insufficient_scope`, `not_found`, `access_denied` and `model_not_configured` for a target of knowledge. */
export async function readTarget(
  services: Services,
  caller: Caller,
  asked: EvalTarget | undefined,
): Promise<ReadTarget> {
  if (asked === undefined) return { target: null, issues: [] };
  const unused = unusedIn(asked);
  if (unused.length > 0) return { target: null, issues: unused };
  switch (asked.type) {
    case 'api':
      return readApi(services, asked);
    case 'model':
      return readModel(services, asked);
    case 'knowledge':
      return readKnowledge(services, caller, asked);
  }
}

function unusedIn({ type, ...members }: EvalTarget): readonly ValidationIssue[] {
  const { issues, fault } = openIssues('unused_member', 'target');
  for (const member of Object.keys(members)) {
    if (!MEMBERS[type].some((own) => own === member))
      fault([member], `Leave out target.${member}: target.type is ${type}.`);
  }
  return issues;
}

function chatParameters({ system_prompt, temperature, max_tokens }: EvalTarget): ChatParameters {
  return {
    system_prompt: system_prompt ?? null,
    temperature: temperature ?? null,
    max_tokens: max_tokens ?? null,
  };
}

/** Requests that a step may have to wait for one after the other. */
const WAITS = 3;

async function readApi(services: Services, asked: EvalTarget): Promise<ReadTarget> {
  const { url, issues } = await readEndpoint(services, asked);
  const { model = null, secret_ref = null, timeout_seconds = DEFAULT_TIMEOUT_SECONDS, price } = asked;
  const { issues: ofTime, fault } = openIssues('target', 'target');
  const longest = Math.floor(services.config.jobs.stepTimeoutMs / 1000 / WAITS);
  if (timeout_seconds > longest) {
    fault(
      ['timeout_seconds'],
      `Use at most ${longest}: the target is asked in steps, which have a time limit of their own.`,
    );
  }
  return {
    target: {
      type: 'api',
      models: [ENDPOINT_SOURCE],
      url,
      secret_ref,
      model,
      timeout_seconds,
      ...chatParameters(asked),
      price: price ? { input: price.input_usd_per_million, output: price.output_usd_per_million } : null,
    },
    issues: [...issues, ...ofTime],
  };
}

function readModel({ models }: Services, asked: EvalTarget): ReadTarget {
  const { issues, fault } = openIssues('target', 'target');
  const names = models.ofKind('chat').map(({ name }) => name);
  const { name } = asked;
  if (name === undefined || !names.includes(name)) {
    const known = names.length > 0 ? `Known: ${names.join(', ')}.` : 'None is configured (docs/models.md).';
    fault(['name'], name === undefined ? `Name a chat model. ${known}` : `There is no chat model ${name}. ${known}`);
    return { target: null, issues };
  }
  return { target: { type: 'model', models: [name], name, ...chatParameters(asked) }, issues };
}
