/** The shutdown signal of the service's processes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Aborted on a termination signal. Further signals are ignored: a terminal, npm and a supervisor may all forward the
 * same Ctrl-C, which must not interrupt draining.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stop.abort());
  return stop.signal;
}
