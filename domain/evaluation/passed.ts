/** Whether a run passed: one failed metric fails it. `null`: none could be decided. */
export function passedOf(metrics: readonly { readonly passed: boolean | null }[]): boolean | null {
  const decided = metrics.flatMap(({ passed }) => (passed === null ? [] : [passed]));
  return decided.length === 0 ? null : decided.every(Boolean);
}
