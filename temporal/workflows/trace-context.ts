/**
 * Carries the trace of whoever started a workflow on to its activities, its children and its next run. It only copies a header,
 * so it adds no command to a history and replays alike with and without it.
 */
import type { Headers } from '@temporalio/common';
import type { WorkflowInterceptors } from '@temporalio/workflow';

/** The header, in W3C's form. */
export const TRACE_HEADER = 'traceparent';

export function interceptors(): WorkflowInterceptors {
  let carried: Headers = {};
  const carrying = <I extends { headers: Headers }>(input: I): I => ({ ...input, headers: { ...carried, ...input.headers } });
  return {
    inbound: [
      {
        execute(input, next) {
          const trace = input.headers[TRACE_HEADER];
          carried = trace ? { [TRACE_HEADER]: trace } : {};
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carrying(input)),
        scheduleLocalActivity: (input, next) => next(carrying(input)),
        startChildWorkflowExecution: (input, next) => next(carrying(input)),
        continueAsNew: (input, next) => next(carrying(input)),
      },
    ],
  };
}
