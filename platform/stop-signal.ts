/** How processes of the service are told to stop. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Aborted when the process is told to stop. A second signal changes nothing: what is being drained must not be cut off
 * because a terminal, npm and a supervisor all pass the same Ctrl-C on.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stop.abort());
  return stop.signal;
}
