/** What keeps the embedded stack from starting, in words for the person who started it: what is wrong and the fix. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
