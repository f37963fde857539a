/** The activity that delivers webhooks. */
import { Context } from '@temporalio/activity';
import { deliver } from './delivery.ts';
import type { DeliverDependencies, DeliverInput } from './delivery.ts';
import { runMoment } from '../step/plain-activities.ts';

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;
export function createWebhookActivities(dependencies: DeliverDependencies) {
  return {
    deliver: (input: DeliverInput) =>
      runMoment(() => {
        const { client, cancellationSignal } = Context.current();
        return deliver(dependencies, client.workflow, input, cancellationSignal);
      }),
  };
}
