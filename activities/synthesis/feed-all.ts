import { PassThrough, Readable } from 'node:stream';

/**
 * Gives one reading of the items to several readers, at the speed of the slowest. Rejects as the first of them does, or
 * as the reading.
 */
export async function feedAll<T, R>(
  items: AsyncIterable<T>,
  readers: readonly ((items: AsyncIterable<T>) => Promise<R>)[],
): Promise<R[]> {
  const source = Readable.from(items);
  const feeds = readers.map(() => source.pipe(new PassThrough({ objectMode: true })));
  source.once('error', (error) => feeds.forEach((feed) => feed.destroy(error)));
  try {
    return await Promise.all(readers.map((read, index) => read(feeds[index] ?? Readable.from([]))));
  } finally {
    source.destroy();
    for (const feed of feeds) feed.destroy();
  }
}
