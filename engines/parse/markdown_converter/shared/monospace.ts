/** Text in these fonts is code. */
export const MONOSPACE = /courier|consolas|menlo|monaco|mono\b|lucida console|source code/i;
