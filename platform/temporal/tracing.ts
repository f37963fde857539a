/** Interceptors that trace client calls and activities, and propagate the trace. */
import { SpanKind, context, propagation } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import type { Context as ActivityContext } from '@temporalio/activity';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { Headers } from '@temporalio/common';
import type {
  ActivityInterceptors,
  ActivityInterceptorsFactory,
  InjectedSinks,
  WorkerOptions,
} from '@temporalio/worker';
import type { Tracing } from '../tracing/sdk.ts';
import { activeIds, inSpan, startSpan, withSpan } from '../tracing/span.ts';
import { readTrace, writeTrace } from './trace.ts';
import type { TraceCarrier, TraceSinks } from './trace.ts';

/** For clients: started and signalled workflows continue the trace of the calling request or step. */
export const traceCalls: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    asking(`StartWorkflow:${input.workflowType}`, input.options.workflowId, () =>
      next({ ...input, headers: below(input.headers) }),
    ),
  signalWithStart: (input, next) =>
    asking(`SignalWithStartWorkflow:${input.workflowType}`, input.options.workflowId, () =>
      next({ ...input, headers: below(input.headers) }),
    ),
  signal: (input, next) =>
    asking(`SignalWorkflow:${input.signalName}`, input.workflowExecution.workflowId, () =>
      next({ ...input, headers: below(input.headers) }),
    ),
  query: (input, next) =>
    asking(`QueryWorkflow:${input.queryType}`, input.workflowExecution.workflowId, () => next(input)),
  describe: (input, next) => asking('DescribeWorkflow', input.workflowExecution.workflowId, () => next(input)),
  cancel: (input, next) => asking('CancelWorkflow', input.workflowExecution.workflowId, () => next(input)),
  terminate: (input, next) => asking('TerminateWorkflow', input.workflowExecution.workflowId, () => next(input)),
};

type WorkerOptionsPart = Pick<WorkerOptions, 'interceptors' | 'sinks'>;

/**
 * Worker options: steps become child spans of their workflows, and spans reported by workflows are recorded. The
 * other interceptors run inside the span.
 */
export function traceWorker({ record }: Tracing, ...others: readonly ActivityInterceptorsFactory[]) {
  const sinks: InjectedSinks<TraceSinks> = {
    trace: {
      ended: {
        fn: ({ workflowId, runId, taskQueue }, { beganAt, endedAt, kind, ...span }) => {
          record({
            ...span,
            kind: kind === 'producer' ? SpanKind.PRODUCER : SpanKind.CONSUMER,
            beganAt: new Date(beganAt),
            endedAt: new Date(endedAt),
            attributes: { ...execution(workflowId, runId), 'temporal.task_queue': taskQueue },
          });
        },
      },
    },
  };
  return {
    interceptors: { client: { workflow: [traceCalls] }, activity: [traceActivity, ...others] },
    sinks,
  } satisfies WorkerOptionsPart;
}

function traceActivity({ info }: ActivityContext): ActivityInterceptors {
  const { activityType, activityId, attempt, taskQueue, workflowExecution } = info;
  const attributes = {
    ...(workflowExecution && execution(workflowExecution.workflowId, workflowExecution.runId)),
    temporalActivityId: activityId,
    'temporal.attempt': attempt,
    'temporal.task_queue': taskQueue,
  };
  return {
    inbound: {
      execute(input, next) {
        const above = propagation.extract(context.active(), readTrace(input.headers));
        const span = startSpan(`RunActivity:${activityType}`, { kind: SpanKind.CONSUMER, attributes }, above);
        return withSpan(span, () => next(input), above);
      },
    },
    outbound: {
      // The SDK buffers log lines; by the time they are written the span is no longer active.
      getLogAttributes: (input, next) => next({ ...activeIds(), ...input }),
    },
  };
}

function asking<T>(name: string, workflowId: string, ask: () => Promise<T>): Promise<T> {
  return inSpan(name, { kind: SpanKind.PRODUCER, attributes: { temporalWorkflowId: workflowId } }, ask);
}

function below(headers: Headers): Headers {
  const carrier: TraceCarrier = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? headers : writeTrace(headers, carrier);
}

function execution(workflowId: string, runId: string): Attributes {
  return { temporalWorkflowId: workflowId, temporalRunId: runId };
}
