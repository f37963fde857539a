/** Our side: a job over HTTP. */
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import type { ApiClient } from '../../support/client.ts';
import type { JudgedSummary } from '../sets/judged.ts';
import type { JudgedCase } from './outcome.ts';

/** `judge`: the name of a model in the settings of the API and the worker. The cases in their order. */
export async function measureByJob(
  client: ApiClient,
  judge: string,
  answers: readonly JudgedSummary[],
): Promise<JudgedCase[]> {
  const test_cases = answers.map(({ question, answer, contexts }) => ({
    user_input: question,
    actual_output: answer,
    retrieval_contexts: contexts,
  }));
  const { job_id } = await client.post<{ job_id: string }>('/v1/eval/jobs', {
    eval_type: 'rag',
    judges: [judge],
    metrics: [{ metric_key: 'rag.faithfulness' }],
    input: { type: 'inline_test_cases', test_cases },
  });
  await client.waitFor(job_id);
  const { case_results } = await client.get<EvalQualityResult>(`/v1/eval/jobs/${job_id}/result`);
  return case_results.map(({ scores: [found] }) => ({
    score: found?.score ?? null,
    failure: found?.score === null ? found.unmeasured : null,
  }));
}
