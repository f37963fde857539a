/** Cases as their rows have them. */
import { CaseShape, OutputFailureShape, OutputShape, withOutput } from '../../engines/evaluation/cases/index.ts';
import type { Case, OutputFailure } from '../../engines/evaluation/cases/index.ts';
import { decoder } from '../../platform/stored-json.ts';

/** A case as it was submitted. */
export const readCaseRow = decoder('A case of an evaluation', CaseShape);

const outputOf = decoder('The output of a target', OutputShape);
const failureOf = decoder('Why a target gave no output', OutputFailureShape);

/** The row of an output; `null` for a case that no target was asked about. */
type OutputRow = { readonly output: unknown; readonly failure: unknown } | null;

/** A case with what its target gave, and why it gave nothing. */
export function readWholeCase(
  subject: unknown,
  row: OutputRow,
): { readonly subject: Case; readonly failure: OutputFailure | null } {
  const submitted = readCaseRow(subject);
  const { output = null, failure = null } = row ?? {};
  return {
    subject: output === null ? submitted : withOutput(submitted, outputOf(output)),
    failure: failure === null ? null : failureOf(failure),
  };
}
