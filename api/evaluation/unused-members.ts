/**
 * Members of a request that its engine would ignore. A request that has one is refused: its sender expects them to
 * count.
 */
import type { EvalEngineId } from '../../engines/evaluation/catalog.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { EvalJobRequest } from './schemas.ts';
import { ENDPOINT_MEMBERS } from './targets/endpoint.ts';

/** What each type of input reads. */
const MEMBERS: Readonly<Record<EvalJobRequest['input']['type'], readonly (keyof EvalJobRequest['input'])[]>> = {
  inline_test_cases: ['test_cases'],
  dataset: ['dataset_id', 'version', 'field_mapping', 'limit', 'seed'],
  builtin_dataset: ['builtin_dataset_key', 'field_mapping', 'limit', 'seed'],
  synthetic_prompts: ['prompt_tokens'],
};

export function unusedMembers(
  engineId: EvalEngineId,
  { input, target, engine_options }: EvalJobRequest,
): ValidationIssue[] {
  const unread = (place: 'input' | 'target', members: object, read: readonly string[], reason: string) =>
    Object.entries(members)
      .filter(([member]) => member !== 'type' && !read.includes(member))
      .map(([member, value]) => [[place, member], value, reason] as const);
  const unused: readonly (readonly [place: readonly string[], value: unknown, reason: string])[] = [
    ...unread('input', input, MEMBERS[input.type], `input.type is ${input.type}`),
    ...(engineId === 'performance_evaluator'
      ? unread('target', target ?? {}, ENDPOINT_MEMBERS, `${engineId} does not use it`)
      : ([
          [
            ['input', 'type'],
            input.type === 'synthetic_prompts' || undefined,
            `${engineId} does not take ${input.type}`,
          ],
          [['engine_options'], engine_options, `${engineId} does not use it`],
        ] as const)),
  ];
  return unused
    .filter(([, value]) => value !== undefined)
    .map(([place, , reason]) => ({
      loc: ['body', ...place],
      msg: `Leave out ${place.join('.')}: ${reason}.`,
      type: 'unused_member',
    }));
}
