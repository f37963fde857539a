/**
 * A byte stream between a pool process and its parent. Messages on the IPC channel announce the lengths; large
 * content is never copied as a whole.
 */
import type { Duplex, Readable } from 'node:stream';

/** File descriptor of the channel in the child: after the three standard ones and the IPC channel. */
export const CHANNEL_FD = 4;

/** The other side is gone. */
export class ChannelEnded extends Error {
  override readonly name = 'ChannelEnded';
}

/** Reads exactly `bytes` bytes from a channel and leaves the rest to the next reader. Throws {@link ChannelEnded}. */
export async function* readBytes(channel: Duplex, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0;) {
    const chunk: Buffer | null = channel.read();
    if (chunk === null) {
      if (channel.destroyed || channel.readableEnded) throw new ChannelEnded();
      await change(channel);
    } else if (chunk.byteLength <= left) {
      left -= chunk.byteLength;
      yield chunk;
    } else {
      channel.unshift(chunk.subarray(left));
      const last = chunk.subarray(0, left);
      left = 0;
      yield last;
    }
  }
}

function change(channel: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      channel.off('readable', done).off('close', done);
      resolve();
    };
    channel.on('readable', done).on('close', done);
  });
}

/**
 * Writes exactly `bytes` bytes with backpressure; resolves when the system has accepted the last one. Throws {@link
 * ChannelEnded}, what the content throws, or a plain error when the length differs.
 */
export async function writeBytes(channel: Duplex, content: Readable | Uint8Array, bytes: number): Promise<void> {
  let written = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    written += chunk.byteLength;
    if (written > bytes) break;
    await write(channel, chunk);
  }
  if (written !== bytes) throw new Error(`The content is not ${bytes} bytes long, as announced.`);
}

function write(channel: Duplex, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.write(chunk, (error) => (error ? reject(new ChannelEnded()) : resolve()));
  });
}
