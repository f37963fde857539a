/** Which fields the cases of a run can have, as far as it is known when the run is submitted. */
import type { Case, CaseField } from '../../engines/evaluation/cases/index.ts';
import { messagesOf } from '../../engines/evaluation/cases/index.ts';
import { CASE_FIELDS } from '../../engines/evaluation/datasets/index.ts';
import type { DatasetSource } from './datasets/cases.ts';

/** What each type of target gives for a case that it is asked about. */
const GIVEN = {
  api: ['actual_output', 'tool_calls', 'latency_ms', 'usage', 'cost_usd'],
  model: ['actual_output', 'tool_calls', 'latency_ms', 'usage', 'cost_usd'],
  knowledge: ['actual_output', 'retrieval_contexts', 'latency_ms', 'usage', 'cost_usd'],
} as const satisfies Record<string, readonly CaseField[]>;

interface KnownInput {
  /** The cases themselves … */
  readonly kept: readonly Case[] | null;
  /** … or the dataset that has them. */
  readonly dataset: Pick<DatasetSource, 'mapping'> | null;
}

/** Fields that at least one case has, or may get from a target of this type; `null`: nothing is known of the cases. */
export function knownFields(
  { kept, dataset }: KnownInput,
  target: keyof typeof GIVEN | null,
): ReadonlySet<CaseField> | null {
  const given = target === null ? [] : GIVEN[target];
  if (dataset !== null) {
    const { user_input, conversation_turns } = dataset.mapping;
    return new Set([...fieldsOf(dataset.mapping), ...((user_input ?? conversation_turns) === undefined ? [] : given)]);
  }
  if (kept === null) return null;
  const isAsked = (subject: Case) => subject.actual_output === undefined && messagesOf(subject).length > 0;
  return new Set([...kept.flatMap(fieldsOf), ...(kept.some(isAsked) ? given : [])]);
}

function fieldsOf(known: Readonly<Partial<Record<CaseField, unknown>>>): readonly CaseField[] {
  return CASE_FIELDS.filter((field) => known[field] !== undefined);
}
