/** What an answer covers and what bears it out, by quality jobs of the service with its built-in judge. */
import { mean } from '../../../engines/statistics/bootstrap.ts';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { withoutMarks } from '../../../engines/evaluation/judges/built-in/citation-marks.ts';
import { readSentences } from '../../../engines/evaluation/judges/built-in/sentences.ts';
import type { ApiClient } from '../../support/client.ts';
import type { GlobalAnswer } from './method.ts';

export interface GlobalQuestion {
  readonly q: string;
  /** What a full answer names, each in a few words that tell it from the others. */
  readonly aspects: readonly string[];
}

export interface AnsweredQuestion {
  readonly question: GlobalQuestion;
  readonly answer: GlobalAnswer;
}

export interface GlobalJudgement {
  /** `rag.context_recall` of the aspects in the answer; 0 without an answer. The mean over the questions. */
  readonly covered: number;
  /** Share of the statements that the sources they cite support; the mean over the questions with an answer. */
  readonly cited: number;
  /** `rag.faithfulness` of the statements to all documents; likewise. */
  readonly faithful: number;
}

export async function judgeGlobal(
  client: ApiClient,
  answered: readonly AnsweredQuestion[],
  documents: readonly string[],
): Promise<GlobalJudgement> {
  const given = answered.filter(({ answer }) => answer.text.trim() !== '');
  if (given.length === 0) return { covered: 0, cited: Number.NaN, faithful: Number.NaN };
  const cases = (of: (one: AnsweredQuestion, plain: string) => object): object[] =>
    given.map((one) => ({ user_input: one.question.q, ...of(one, withoutMarks(one.answer.text)) }));
  const covered = await scores(
    client,
    { metric_key: 'rag.context_recall' },
    cases(({ question }, plain) => ({
      expected_output: question.aspects.map((aspect) => `${aspect}.`).join('\n'),
      retrieval_contexts: readSentences(plain, 'en').map(({ text }) => text),
    })),
  );
  const cited = await scores(
    client,
    { metric_key: 'rag.citation_support' },
    cases(({ answer }) => ({ actual_output: answer.text, retrieval_contexts: answer.sources })),
    ({ recall }) => (typeof recall === 'number' ? recall : null),
  );
  const faithful = await scores(
    client,
    { metric_key: 'rag.faithfulness', params: { accept_weak_judge: true } },
    cases((_, plain) => ({ actual_output: plain, retrieval_contexts: documents })),
  );
  const sum = covered.reduce((total, score) => total + score, 0);
  return { covered: sum / answered.length, cited: mean(cited), faithful: mean(faithful) };
}

type Score = EvalQualityResult['case_results'][number]['scores'][number];

/** Those of the cases that could be measured. */
async function scores(
  client: ApiClient,
  { metric_key, params = {} }: { readonly metric_key: string; readonly params?: object },
  test_cases: readonly object[],
  figure?: (evidence: Score['evidence']) => number | null,
): Promise<number[]> {
  const { job_id } = await client.post<{ job_id: string }>('/v1/eval/jobs', {
    eval_type: 'rag',
    judges: ['built_in'],
    input: { type: 'inline_test_cases', test_cases },
    metrics: [{ metric_key, params }],
  });
  await client.waitFor(job_id);
  const { case_results } = await client.get<EvalQualityResult>(`/v1/eval/jobs/${job_id}/result`);
  return case_results.flatMap(({ scores: [found] }) => {
    if (found === undefined || found.score === null) return [];
    return figure === undefined ? found.score : (figure(found.evidence) ?? []);
  });
}
