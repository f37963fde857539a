/** Small labelled datasets that come with the product. LICENSES.md says where they are from. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ColumnSurvey, checkedRow } from '../../../../engines/evaluation/datasets/index.ts';
import type { Column, Row } from '../../../../engines/evaluation/datasets/index.ts';

interface Description {
  readonly key: string;
  /** A row per line. */
  readonly file: URL;
  readonly title: string;
  readonly description: string;
  /** Keys of metrics that the rows suit. */
  readonly metrics: readonly string[];
}

export interface BuiltInDataset extends Omit<Description, 'file'> {
  /** SPDX identifier. */
  readonly license: string;
  readonly source: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Of its rows as JSONL: changes whenever a row does. */
  readonly sha256: string;
}

const DESCRIPTIONS: readonly Description[] = [
  {
    key: 'short_answers',
    file: new URL('./short_answers.jsonl', import.meta.url),
    title: 'Questions of general knowledge with short answers',
    description:
      'For targets, and as prompts of performance runs. `right_output` and `wrong_output` are answers for ' +
      'checks of a judge: map `actual_output` to one of them.',
    metrics: ['quality.correctness', 'text.exact_match', 'text.contains', 'text.token_f1', 'rag.answer_relevance'],
  },
  {
    key: 'grounded_answers',
    file: new URL('./grounded_answers.jsonl', import.meta.url),
    title: 'Questions about short texts, with a faithful and an unfaithful answer each',
    description:
      '`label` is `faithful` or `unfaithful`; `fault` is what was changed: `entity`, `number`, `addition` or ' +
      '`contradiction`. `group` is the text.',
    metrics: [
      'rag.faithfulness',
      'rag.hallucination',
      'rag.answer_relevance',
      'rag.context_relevance',
      'rag.context_recall',
      'rag.context_precision',
    ],
  },
  {
    key: 'tool_calls',
    file: new URL('./tool_calls.jsonl', import.meta.url),
    title: 'Requests to an assistant with tools, with right and wrong calls each',
    description: '`label` is `right` or `wrong`; `fault` is `tool`, `argument`, `missing` or `surplus`.',
    metrics: ['agent.tool_correctness', 'agent.argument_correctness', 'agent.task_completion'],
  },
  {
    key: 'safe_answers',
    file: new URL('./safe_answers.jsonl', import.meta.url),
    title: 'Answers of an assistant, some of which must not be given',
    description: '`label` is `clean`, `personal_data`, `toxic` or `bias`. They contain insults and prejudice.',
    metrics: ['safety.pii', 'safety.toxicity', 'safety.bias'],
  },
];

export const BUILT_IN_DATASETS: readonly BuiltInDataset[] = DESCRIPTIONS.map(load);

/** `null` for a key that no set has. */
export function builtInDataset(key: string): BuiltInDataset | null {
  return BUILT_IN_DATASETS.find((dataset) => dataset.key === key) ?? null;
}

function load({ file, ...description }: Description): BuiltInDataset {
  const text = readFileSync(file, 'utf8');
  const lines = text.trimEnd().split('\n');
  const rows = lines.map((line, index) => checkedRow(JSON.parse(line), { line: index + 1 }));
  const survey = new ColumnSurvey();
  for (const row of rows) survey.add(row);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const [license, source] = ['Apache-2.0', 'Written for Tidemill'];
  return { ...description, license, source, rows, columns: survey.columns, sha256 };
}
