/**
 * The trace of a workflow: a span for the run, a span for each step and child that it starts, and the header that
 * propagates the trace to them. OpenTelemetry's SDK is not loaded into the sandbox, where it would cost every workflow
 * about 10 ms. Identifiers derive from the run ID, so every replay produces the same ones and a reset run produces
 * others.
 */
import { ContinueAsNew, isCancellation, proxySinks, workflowInfo } from '@temporalio/workflow';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Headers } from '@temporalio/common';
import { jobErrorOf } from '../domain/jobs/failure.ts';
import { readTrace, writeTrace } from '../platform/temporal/trace.ts';
import type { TraceSinks, WorkflowSpan } from '../platform/temporal/trace.ts';
import { formatTraceparent, isSampled, parseTraceparent } from '../platform/tracing/trace-context.ts';

const { trace } = proxySinks<TraceSinks>();

/** 2^64 divided by the golden ratio. It is odd, so its multiples pass through all 64-bit numbers before one repeats. */
const STRIDE = 0x9e3779b97f4a7c15n;

interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Adds the header that makes this span the parent. */
  readonly headers: (headers: Headers) => Headers;
  /** Ends the span; `failure` is `null` on success. */
  readonly end: (failure: unknown) => void;
}

type Begin = (name: string, kind: WorkflowSpan['kind'], above?: OpenSpan) => OpenSpan;

/** Begins spans of the trace in the headers. A run without one, such as a scheduled run, starts a new trace. */
function openTrace(carried: Headers): Begin {
  const runId = workflowInfo().runId.replaceAll('-', '');
  const { traceparent, tracestate } = readTrace(carried);
  const caller = parseTraceparent(traceparent);
  const { traceId, flags } = caller ?? { traceId: runId, flags: 1 };
  // The end of a run ID is random; its beginning is a timestamp.
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
        // The activity's own span, created a moment later by the same worker, shows the same.
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
