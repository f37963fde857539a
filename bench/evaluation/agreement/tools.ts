/** Verdicts on tool calls that are right or wrong in a known way, and those of the leaderboard's own checker. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { toolCorrectness } from '../../../engines/evaluation/tools/tool-correctness.ts';
import { CHANGES, expectedCalls, hasBfcl, readBfcl, rightCall } from '../../../test/support/evaluation/bfcl.ts';
import { shareRow } from './row.ts';
import type { AgreementRow } from './row.ts';

const CATEGORIES = ['simple_python', 'multiple', 'parallel'];
const RULES = { coerces: true, ignoresListOrder: false, requiresOrder: false };
const GOAL = 0.995;
const METRIC = 'agent.tool_correctness';

/** `python` can import bfcl_eval; `null`: its checker is not asked. */
export function toolRows(python: string | null): AgreementRow[] {
  if (!hasBfcl) {
    console.error('THE CASES OF BFCL ARE ABSENT and left out.');
    return [];
  }
  const verdicts = CATEGORIES.flatMap(expectedCalls).flatMap((expected) =>
    Object.values(CHANGES).flatMap(({ isRight, change }) => {
      const calls = change(expected.map(rightCall));
      return calls === null ? [] : [toolCorrectness(expected, calls, RULES).isExact === isRight];
    }),
  );
  const about = { metric: METRIC, dataset: 'BFCL v4, generated right and wrong calls', goal: GOAL };
  const rows = shareRow(about, 'accuracy', verdicts.filter(Boolean).length, verdicts.length);
  return python === null ? rows : [...rows, ...checkerRows(python)];
}

/** With strict types, as the checker has them. Arguments as text are read first: it takes none. */
function checkerRows(python: string): AgreementRow[] {
  const cases = CATEGORIES.flatMap((category) => {
    const expected = expectedCalls(category);
    return readBfcl(category).flatMap(({ function: functions, ground_truth: truth }, index) =>
      Object.values(CHANGES).flatMap(({ change }) => {
        const wanted = expected[index] ?? [];
        const calls = change(wanted.map(rightCall))?.map(({ name, arguments: given }) => ({
          name,
          arguments: typeof given === 'string' ? parsed(given) : given,
        }));
        if (!calls || calls.some((call) => call.arguments === null)) return [];
        const { isExact } = toolCorrectness(wanted, calls, { ...RULES, coerces: false });
        return [{ isExact, asked: JSON.stringify({ functions, truth, calls, category }) }];
      }),
    );
  });
  const script = join(import.meta.dirname, 'bfcl-checker.py');
  const input = cases.map(({ asked }) => `${asked}\n`).join('');
  const { stdout, stderr, status } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: Infinity });
  if (status !== 0) throw new Error(`The checker of BFCL failed: ${stderr}`);
  const verdicts = stdout.trim().split('\n');
  const agreed = cases.filter(({ isExact }, index) => String(isExact) === verdicts[index]);
  const about = { metric: METRIC, dataset: 'BFCL v4, verdicts of its own checker', goal: GOAL };
  return shareRow(about, 'agreement', agreed.length, cases.length);
}

/** `null` for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
