/** Members of a request that its engine would ignore. A request that has one is refused: its sender expects them to count. */
import type { ValidationIssue } from '../contract/validation.ts';
import type { EvalJobRequest } from './schemas.ts';

export function unusedMembers(engineId: string, { input, target, engine_options }: EvalJobRequest): ValidationIssue[] {
  const isSynthetic = input.type === 'synthetic_prompts';
  const ofDataset = (['dataset_id', 'version', 'field_mapping', 'limit', 'seed'] as const).map(
    (member) =>
      [['input', member], input.type === 'dataset' ? undefined : input[member], `input.type is ${input.type}`] as const,
  );
  const unused: readonly (readonly [place: readonly string[], value: unknown, reason: string])[] =
    engineId === 'performance_evaluator'
      ? [
          ...ofDataset,
          [['input', 'type'], input.type === 'dataset' || undefined, 'a performance run takes no dataset yet'],
          [
            ['input', isSynthetic ? 'test_cases' : 'prompt_tokens'],
            input[isSynthetic ? 'test_cases' : 'prompt_tokens'],
            `input.type is ${input.type}`,
          ],
        ]
      : [
          ...ofDataset,
          [['input', 'test_cases'], input.type === 'dataset' ? input.test_cases : undefined, 'input.type is dataset'],
          [['target'], target, `${engineId} does not use it`],
          [['engine_options'], engine_options, `${engineId} does not use it`],
          [['input', 'prompt_tokens'], input.prompt_tokens, `${engineId} does not use it`],
        ];
  return unused
    .filter(([, value]) => value !== undefined)
    .map(([place, , reason]) => ({
      loc: ['body', ...place],
      msg: `Leave out ${place.join('.')}: ${reason}.`,
      type: 'unused_member',
    }));
}
