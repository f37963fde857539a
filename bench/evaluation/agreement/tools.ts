/** Verdicts on tool calls that are right or wrong in a known way. */
import { toolCorrectness } from '../../../engines/evaluation/tools/tool-correctness.ts';
import { CHANGES, expectedCalls, hasBfcl, rightCall } from '../../../test/support/evaluation/bfcl.ts';
import { shareRow } from './row.ts';
import type { AgreementRow } from './row.ts';

const FILES = ['simple_python', 'multiple', 'parallel'];
const RULES = { coerces: true, ignoresListOrder: false, requiresOrder: false };

export function toolRows(): AgreementRow[] {
  if (!hasBfcl) {
    console.error('THE CASES OF BFCL ARE ABSENT and left out.');
    return [];
  }
  const verdicts = FILES.flatMap(expectedCalls).flatMap((expected) =>
    Object.values(CHANGES).flatMap(({ isRight, change }) => {
      const calls = change(expected.map(rightCall));
      return calls === null ? [] : [toolCorrectness(expected, calls, RULES).isExact === isRight];
    }),
  );
  const about = { metric: 'agent.tool_correctness', dataset: 'BFCL v4, generated right and wrong calls', goal: 0.995 };
  return shareRow(about, 'accuracy', verdicts.filter(Boolean).length, verdicts.length);
}
