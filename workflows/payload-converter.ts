/** How workflows read what they are sent. The export has the name that the SDK looks for. */
import { DefaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';

/**
 * Temporal's own, but for payloads that it cannot read, of another encoding or of broken JSON: they read as `undefined`. Anybody
 * may send a signal, and a workflow that throws at one gets no further, since it meets it again in each replay.
 */
class LenientPayloadConverter extends DefaultPayloadConverter {
  override fromPayload<T>(payload: Payload): T {
    try {
      return super.fromPayload<T>(payload);
    } catch {
      // Whoever reads what others send takes it for `unknown`.
      return undefined as T;
    }
  }
}

export const payloadConverter = new LenientPayloadConverter();
