/** Requests in the documentation of the operations. */
import type { BodyExample } from '../contract/route.ts';
import type { EvalRequest } from './schemas.ts';

export const evalExamples: Readonly<Record<string, BodyExample<EvalRequest>>> = {
  faithfulness: {
    summary: 'Is the answer supported by its contexts?',
    value: {
      eval_type: 'rag',
      input: {
        type: 'inline_test_cases',
        test_cases: [
          {
            user_input: 'Who approves travel expenses?',
            actual_output: 'Travel expenses are approved by the finance board.',
            expected_output: 'The finance board',
            retrieval_contexts: ['Expenses above 500 euros are approved by the finance board.'],
          },
        ],
      },
      metrics: [{ metric_key: 'rag.faithfulness' }, { metric_key: 'quality.correctness' }],
    },
  },
};
