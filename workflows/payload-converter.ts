/** The payload converter of the workflows. The SDK looks for the export by this name. */
import { DefaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';

/**
 * Temporal's default converter, except that unreadable payloads (unknown encoding, invalid JSON) become `undefined`.
 * Anybody may send a signal, and a workflow that throws on one is stuck, because each replay throws again.
 */
class LenientPayloadConverter extends DefaultPayloadConverter {
  override fromPayload<T>(payload: Payload): T {
    try {
      return super.fromPayload<T>(payload);
    } catch {
      // Code that reads payloads from others types them as `unknown`.
      return undefined as T;
    }
  }
}

export const payloadConverter = new LenientPayloadConverter();
