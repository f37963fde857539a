/** Which prompts a performance run sends. */
import { MOST_PROMPTS } from '../../../engines/evaluation/options.ts';
import type { PerformanceJobInput } from '../../../workflows/evaluation/performance.ts';
import { openIssues } from '../../contract/issues.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { RunInput } from '../input.ts';
import type { EvalJobRequest } from '../schemas.ts';

interface ReadPrompts {
  readonly prompts: PerformanceJobInput['prompts'];
  readonly issues: readonly ValidationIssue[];
}

/** Of a dataset without a limit, the run takes the first {@link MOST_PROMPTS} rows, and only the columns of prompts. */
export function readPrompts(input: EvalJobRequest['input'], { kept, dataset }: RunInput, digest: string): ReadPrompts {
  const { type, prompt_tokens: words } = input;
  const { issues, fault } = openIssues('performance', 'input');
  if (type === 'synthetic_prompts') {
    if (words === undefined) fault(['prompt_tokens'], 'State the length of the prompts.');
    return { prompts: { words: words ?? 0 }, issues };
  }
  const missing = 'A prompt is user_input or conversation_turns. Give one of them.';
  if (dataset === null) {
    for (const [index, { user_input, conversation_turns }] of (kept ?? []).entries()) {
      if (user_input !== undefined || conversation_turns !== undefined) continue;
      fault(type === 'inline_test_cases' ? ['test_cases', index] : ['field_mapping'], missing);
    }
    return { prompts: { cases_digest: digest }, issues };
  }
  const { user_input, conversation_turns } = dataset.mapping;
  if ((user_input ?? conversation_turns) === undefined) fault(['field_mapping'], missing);
  const limit = dataset.limit ?? MOST_PROMPTS;
  if (limit > MOST_PROMPTS) fault(['limit'], `A performance run sends at most ${MOST_PROMPTS} different prompts.`);
  const mapping = {
    ...(user_input !== undefined && { user_input }),
    ...(conversation_turns !== undefined && { conversation_turns }),
  };
  return { prompts: { dataset: { ...dataset, mapping, limit } }, issues };
}
