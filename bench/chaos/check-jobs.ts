/** Compares every accepted job with its expected outcome. */
import type { AcceptedJob } from './submitter.ts';
import type { Seen } from './inspect.ts';
import type { Delivery } from './receiver.ts';
import type { Document } from './workload.ts';

const ENDS = ['job.succeeded', 'job.failed', 'job.cancelled'];

/** Outcome of each document without faults. */
export type References = ReadonlyMap<Document, Seen>;

/** Violations of a job; empty when there are none. */
export function faultsOfJob(
  { jobId, order, cancel }: AcceptedJob,
  seen: Seen,
  references: References,
  deliveries: readonly Delivery[],
): string[] {
  const faults = [
    ...faultsOfEnd(order.document, cancel, seen, references.get(order.document)),
    ...faultsOfEvents(seen),
    ...(order.hasWebhook ? faultsOfDeliveries(seen, deliveries) : []),
  ];
  if (!order.hasWebhook && deliveries.length > 0) faults.push('a webhook was delivered that was not requested');
  return faults.map((fault) => `${jobId} (${order.document.name}, ${order.key}): ${fault}`);
}

function faultsOfEnd(
  document: Document,
  cancel: AcceptedJob['cancel'],
  seen: Seen,
  reference: Seen | undefined,
): string[] {
  if (seen.state === 'cancelled') return cancel === 'accepted' ? [] : ['it was cancelled without a request'];
  if (reference === undefined) {
    return cancel === 'accepted' || seen.state !== 'failed' ? [`it is ${seen.state} instead of cancelled`] : [];
  }
  const faults: string[] = [];
  if (seen.state !== reference.state)
    faults.push(`it is ${seen.state} (${seen.errorCode}) instead of ${reference.state}`);
  else if (seen.errorCode !== reference.errorCode) faults.push(`its error is ${seen.errorCode}, not ${document.error}`);
  else if (seen.sha256 !== reference.sha256) faults.push(`its Markdown differs from that of a job without faults`);
  else if (seen.pages !== reference.pages) faults.push(`it has ${seen.pages} pages, not ${reference.pages}`);
  return faults;
}

function faultsOfEvents({ state, wasStarted, events }: Seen): string[] {
  const faults: string[] = [];
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  if (events.some(({ sequence }, index) => sequence !== index + 1)) {
    faults.push(`events have gaps: ${events.map(({ sequence }) => sequence).join()}`);
  }
  if (count('job.queued') !== 1) faults.push(`${count('job.queued')} × job.queued`);
  if (count('job.started') !== (wasStarted ? 1 : 0)) faults.push(`${count('job.started')} × job.started`);
  const ends = events.filter(({ type }) => ENDS.includes(type)).map(({ type }) => type);
  if (String(ends) !== `job.${state}`)
    faults.push(`it is ${state}, and its events end with ${ends.join() || 'nothing'}`);
  return faults;
}

function faultsOfDeliveries({ state, wasStarted, events }: Seen, deliveries: readonly Delivery[]): string[] {
  const wanted = [...(wasStarted ? ['job.started'] : []), `job.${state}`];
  const faults: string[] = [];
  for (const type of new Set([...wanted, ...deliveries.map(({ payload }) => payload.type)])) {
    const ofType = deliveries.filter(({ payload }) => payload.type === type);
    const ids = new Set(ofType.map(({ id }) => id));
    if (!wanted.includes(type)) faults.push(`the webhook ${type} arrived for an event that did not happen`);
    else if (ids.size !== 1) faults.push(`the webhook ${type} arrived with ${ids.size} identifiers`);
    else if (!ofType.some(({ isTaken }) => isTaken)) faults.push(`the webhook ${type} was never delivered`);
    if (ofType.some(({ isSigned }) => !isSigned)) faults.push(`the webhook ${type} has a wrong signature`);
    const reported = events.filter((event) => event.type === 'webhook.delivered' && event.data['event_type'] === type);
    if (wanted.includes(type) && reported.length !== 1)
      faults.push(`${reported.length} × webhook.delivered of ${type}`);
  }
  return faults;
}
