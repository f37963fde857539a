import { before } from 'node:test';

/**
 * Loads these files of tests into this process. No test starts before all are loaded: some measure the processor time
 * of the process.
 */
export async function loadAll(files: readonly string[]): Promise<void> {
  const loaded = Promise.withResolvers<void>();
  before(() => loaded.promise);
  try {
    for (const file of files) await import(file);
  } finally {
    loaded.resolve();
  }
}
