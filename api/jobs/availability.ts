/** Whether an engine can start, in the contract. */
import { AVAILABILITY_STATUSES, READY } from '../../engines/availability.ts';
import { Named, Text } from '../contract/schema.ts';

export const EngineAvailability = Named('EngineAvailability', 'Whether it can start immediately.', {
  status: Text(
    `One of ${AVAILABILITY_STATUSES.map((word) => `\`${word}\``).join(', ')}; more may be added.`,
    READY.status,
  ),
  message: Text('The same in a sentence, with what to do.', READY.message),
});
