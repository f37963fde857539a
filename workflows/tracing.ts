/**
 * The trace of a workflow: a span of the run, one of each step and child that it asks for, and the header that carries the
 * trace on to them. OpenTelemetry's SDK is not loaded into the sandbox, where it costs every workflow some ten milliseconds.
 * Identifiers are made of the run's own, so that every replay of it gives the same, and a reset run others.
 */
import { ContinueAsNew, isCancellation, proxySinks, workflowInfo } from '@temporalio/workflow';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Headers } from '@temporalio/common';
import { jobErrorOf } from '../domain/jobs/failure.ts';
import { readTrace, writeTrace } from '../platform/temporal/trace.ts';
import type { TraceSinks, WorkflowSpan } from '../platform/temporal/trace.ts';
import { formatTraceparent, isSampled, parseTraceparent } from '../platform/tracing/trace-context.ts';

const { trace } = proxySinks<TraceSinks>();

/** Odd, so that its multiples pass through all numbers of 64 bits before one comes again: 2^64 by the golden ratio. */
const STRIDE = 0x9e3779b97f4a7c15n;

interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** The headers that put what is asked for below this span. */
  readonly headers: (headers: Headers) => Headers;
  /** `null` when it went well. */
  readonly end: (failure: unknown) => void;
}

type Begin = (name: string, kind: WorkflowSpan['kind'], above?: OpenSpan) => OpenSpan;

/** Spans of the trace that the headers carry. A run that no request began, such as a scheduled one, is a trace of its own. */
function openTrace(carried: Headers): Begin {
  const runId = workflowInfo().runId.replaceAll('-', '');
  const { traceparent, tracestate } = readTrace(carried);
  const caller = parseTraceparent(traceparent);
  const { traceId, flags } = caller ?? { traceId: runId, flags: 1 };
  // Its end is random; it begins with the time.
  let next = BigInt(`0x${runId.slice(-16)}`);

  return (name, kind, above) => {
    const spanId = BigInt.asUintN(64, next).toString(16).padStart(16, '0');
    next += STRIDE;
    const position = { traceId, spanId, flags };
    const beganAt = Date.now();
    return {
      traceId,
      spanId,
      headers: (headers) =>
        writeTrace(headers, { traceparent: formatTraceparent(position), ...(tracestate && { tracestate }) }),
      end: (failure) => {
        if (!isSampled(position) || workflowInfo().unsafe.isReplaying) return;
        const parentSpanId = above?.spanId ?? caller?.spanId ?? null;
        const error = failure === null ? null : nameOf(failure);
        trace.ended({ traceId, spanId, parentSpanId, name, kind, beganAt, endedAt: Date.now(), error });
      },
    };
  };
}

async function during<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    span.end(null);
    return result;
  } catch (failure) {
    span.end(failure instanceof ContinueAsNew ? null : failure);
    throw failure;
  }
}

export const interceptors: WorkflowInterceptorsFactory = () => {
  let begin = openTrace({});
  let run: OpenSpan | undefined;
  const below = (headers: Headers): Headers => run?.headers(headers) ?? headers;

  return {
    inbound: [
      {
        execute(input, next) {
          begin = openTrace(input.headers);
          run = begin(`RunWorkflow:${workflowInfo().workflowType}`, 'consumer');
          return during(run, () => next(input));
        },
      },
    ],
    outbound: [
      {
        scheduleActivity(input, next) {
          const span = begin(`StartActivity:${input.activityType}`, 'producer', run);
          return during(span, () => next({ ...input, headers: span.headers(input.headers) }));
        },
        // Their own span, a moment later and by the same worker, tells as much.
        scheduleLocalActivity: (input, next) => next({ ...input, headers: below(input.headers) }),
        async startChildWorkflowExecution(input, next) {
          const span = begin(`StartChildWorkflow:${input.workflowType}`, 'producer', run);
          const [started, ended] = await next({ ...input, headers: span.headers(input.headers) });
          return [during(span, () => started), ended];
        },
        signalWorkflow: (input, next) => next({ ...input, headers: below(input.headers) }),
        continueAsNew: (input, next) => next({ ...input, headers: below(input.headers) }),
        getLogAttributes: (input, next) =>
          next({ ...(run && { trace_id: run.traceId, span_id: run.spanId }), ...input }),
      },
    ],
  };
};

function nameOf(failure: unknown): string {
  return isCancellation(failure) ? 'cancelled' : jobErrorOf(failure).code;
}
