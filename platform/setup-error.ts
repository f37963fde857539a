/** Why the embedded stack cannot start, for the person who started it: the problem and the fix. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
