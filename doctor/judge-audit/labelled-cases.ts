/** Cases with what people gave them: a JSON text per line. */
import { createReadStream, existsSync } from 'node:fs';
import { Type } from 'typebox';
import { CaseShape } from '../../engines/evaluation/cases/index.ts';
import type { Case } from '../../engines/evaluation/cases/index.ts';
import { linesOf } from '../../engines/evaluation/datasets/index.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { decoder } from '../../platform/stored-json.ts';

export interface LabelledCase {
  /** Number of its line, from 1. */
  readonly line: number;
  readonly subject: Case;
  /** `true` is 1, `false` 0. */
  readonly label: number;
}

const Labelled = Type.Interface([CaseShape], { label: Type.Union([Type.Boolean(), Type.Number()]) });
const labelledOf = decoder('A labelled case', Labelled);

/**
 * Empty lines are left out. Rejects with a `SetupError` that names the first line that is no labelled case, and for a
 * file that is absent.
 */
export async function readLabelledCases(path: string): Promise<LabelledCase[]> {
  if (!existsSync(path)) throw new SetupError(`There is no file ${path}.`);
  const cases: LabelledCase[] = [];
  for await (const { line, bytes } of linesOf(createReadStream(path))) {
    const text = bytes.toString();
    if (text.trim() === '') continue;
    const { label, ...subject } = parse(path, line, text);
    cases.push({ line, subject, label: Number(label) });
  }
  return cases;
}

function parse(path: string, line: number, text: string): ReturnType<typeof labelledOf> {
  try {
    return labelledOf(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      `${path}:${line} is no labelled case (${reason}). Fix: a case with a label, true, false or a number.`,
    );
  }
}
