/**
 * Postgres's wire protocol in front of one engine with one session. Connections take turns: a turn begins with a
 * message and ends when the engine is ready for the next query and in no transaction. (The engine's own socket server
 * interleaves connections between the messages of one statement, so that one client's values reach another's
 * statement.)
 */
import { createServer } from 'node:net';
import type { Socket } from 'node:net';

export interface PostgresEngine {
  /** Executes one message; the response may arrive in several chunks, whose memory the engine owns. */
  execProtocolRawStream(message: Uint8Array, options: { onRawData: (bytes: Uint8Array) => void }): Promise<void>;
}

export interface PostgresListener {
  readonly port: number;
  /** Does work with the engine while no connection has a turn. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
  /** Closes all connections; resolves when the last turn has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Listens on loopback, without a password; port 0 chooses a free one. `onFailure` is called with an error of the
 * engine itself (not of SQL), after which the engine is unusable.
 */
export async function listenForPostgres(
  engine: PostgresEngine,
  port: number,
  onFailure: (error: unknown) => void,
): Promise<PostgresListener> {
  const turns = new Turns();
  const connections = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    const served = serve(socket, engine, turns)
      .catch(onFailure)
      .finally(() => {
        socket.destroy();
        connections.delete(socket);
      });
    connections.set(socket, served);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    between: async (work) => {
      const endTurn = await turns.take();
      try {
        await work();
      } finally {
        endTurn();
      }
    },
    stop: async () => {
      server.close();
      for (const socket of connections.keys()) socket.destroy();
      await Promise.all(connections.values());
    },
  };
}

async function serve(socket: Socket, engine: PostgresEngine, turns: Turns): Promise<void> {
  let endTurn: (() => void) | undefined;
  const execute = async (message: Uint8Array): Promise<void> => {
    let tail = Buffer.alloc(0);
    await engine.execProtocolRawStream(message, {
      onRawData(bytes) {
        const copy = Buffer.from(bytes);
        if (socket.writable) socket.write(copy);
        tail = Buffer.concat([tail, copy]).subarray(-READY_AND_IDLE.length);
      },
    });
    if (ENDS_QUERY.has(message[0] ?? STARTUP) && tail.equals(READY_AND_IDLE)) {
      endTurn?.();
      endTurn = undefined;
    }
  };
  try {
    for await (const message of clientMessages(socket)) {
      endTurn ??= await turns.take();
      await execute(message);
    }
    // The client has disconnected: end its open statement, then its open transaction.
    if (endTurn) await execute(SYNC);
    if (endTurn) await execute(ROLLBACK);
  } finally {
    endTurn?.();
  }
}

// First bytes of messages; the startup message has none and begins with its length, which is far below 2^24.
const STARTUP = 0;
const TERMINATE = 'X'.charCodeAt(0);
/**
 * The messages that the server answers with ReadyForQuery at the end: startup, Query, Sync, FunctionCall and the ends
 * of a copy.
 */
const ENDS_QUERY = new Set([STARTUP, ...Buffer.from('QSFcf')]);
const READY_AND_IDLE = Buffer.from('Z\0\0\0\x05I');
const SYNC = Buffer.from('S\0\0\0\x04');
const ROLLBACK = Buffer.from('Q\0\0\0\x0dROLLBACK\0');

// What a client may send instead of the startup message.
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

/**
 * The client's complete messages until it disconnects. Encryption is declined; cancel requests are ignored. What
 * arrives of a large message is joined once, when all of it is there: joined with every piece, a parameter of 60 MB
 * would take minutes.
 */
async function* clientMessages(socket: Socket): AsyncGenerator<Uint8Array> {
  let pieces: Buffer[] = [];
  let arrived = 0;
  let needed = 0;
  let started = false;
  for await (const chunk of socketBytes(socket)) {
    pieces.push(chunk);
    arrived += chunk.length;
    if (arrived < needed) continue;
    let pending = Buffer.concat(pieces);
    for (;;) {
      const lengthAt = started ? 1 : 0;
      needed = lengthAt + 4;
      if (pending.length < needed) break;
      needed = lengthAt + pending.readUInt32BE(lengthAt);
      if (pending.length < needed) break;
      const message = pending.subarray(0, needed);
      pending = pending.subarray(needed);
      if (!started) {
        const code = needed < 8 ? CANCEL_REQUEST : message.readUInt32BE(4);
        if (code === CANCEL_REQUEST) return;
        if (code === SSL_REQUEST || code === GSS_REQUEST) {
          socket.write('N');
          continue;
        }
        started = true;
      } else if (message[0] === TERMINATE) {
        return;
      }
      yield message;
    }
    pieces = [pending];
    arrived = pending.length;
  }
}

/** A broken connection counts as a closed one. */
async function* socketBytes(socket: Socket): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of socket) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } catch {
    return;
  }
}

/** A queue for the one engine: `take` resolves, in the order of the calls, to the function that ends the turn. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const previous = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await previous;
    return resolve;
  }
}
