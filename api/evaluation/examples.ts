/** Requests in the documentation of the operations. */
import type { BodyExample } from '../contract/route.ts';
import type { EvalRequest } from './schemas.ts';

type Examples = Readonly<Record<string, BodyExample<EvalRequest>>>;

export const syncExamples: Examples = {
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

export const jobExamples: Examples = {
  tools: {
    summary: 'Did an agent make the right calls?',
    value: {
      name: 'weather agent',
      eval_type: 'agentic',
      input: {
        type: 'inline_test_cases',
        test_cases: [
          {
            user_input: 'Will it rain in Lyon tomorrow?',
            tool_calls: [{ name: 'get_forecast', arguments: { city: 'Lyon', days: 1 } }],
            expected_tool_calls: [{ name: 'get_forecast', arguments: { city: 'Lyon', days: { one_of: [1, 2] } } }],
          },
        ],
      },
      metrics: [{ metric_key: 'agent.tool_correctness', threshold: 0.95 }],
    },
  },
  load: {
    summary: 'How fast does an endpoint answer 1, 8 and 32 users?',
    value: {
      name: 'small-chat',
      eval_type: 'perf',
      input: { type: 'synthetic_prompts', prompt_tokens: 256 },
      target: {
        type: 'api',
        protocol: 'openai_compatible',
        endpoint_url: 'https://llm.example.com/v1',
        model: 'small-chat',
        timeout_seconds: 60,
      },
      engine_options: {
        parallel: [1, 8, 32],
        number: [50, 200, 400],
        stream: true,
        max_tokens: 128,
        slo: { ttft_ms: 500 },
      },
      metrics: [{ metric_key: 'perf.p99_latency', threshold: 5000 }, { metric_key: 'perf.goodput' }],
    },
  },
};
