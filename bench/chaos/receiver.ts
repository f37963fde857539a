/** A webhook receiver that fails at random and records its deliveries. */
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { JobWebhookPayload } from '../../domain/webhook/model.ts';
import { openLoopbackServer } from '../../test/support/servers/loopback-server.ts';
import type { Random } from '../../test/support/random.ts';

export interface Delivery {
  readonly id: string;
  readonly payload: JobWebhookPayload;
  readonly isSigned: boolean;
  /** Whether the response was a success. */
  readonly isTaken: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Accepts everything from now on. */
  calm(): void;
  close(): void;
}

/** A third of the deliveries, chosen by `random`, is refused, cut off or never answered. */
export async function openReceiver(secret: string, random: Random): Promise<Receiver> {
  const verifier = new Webhook(secret);
  const deliveries: Delivery[] = [];
  let isCalm = false;
  const server = await openLoopbackServer((request, response) => {
    void text(request).then(
      (body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const luck = isCalm ? 1 : random.next();
        deliveries.push({
          id: headers['webhook-id'] ?? '',
          payload: JSON.parse(body) as JobWebhookPayload,
          isSigned: isValid(() => verifier.verify(body, headers)),
          isTaken: luck >= 0.3,
        });
        if (luck < 0.1) request.socket.destroy();
        else if (luck < 0.15) return;
        else response.writeHead(luck < 0.3 ? 503 : 204).end();
      },
      () => request.socket.destroy(),
    );
  });
  return {
    url: `${server.origin}/hook`,
    deliveries,
    calm: () => {
      isCalm = true;
    },
    close: server.close,
  };
}

function isValid(verify: () => unknown): boolean {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
}
