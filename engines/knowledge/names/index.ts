/** Names in chunks. */
export { chunkNames } from './chunk-names.ts';
export type { ChunkName, Role } from './chunk-names.ts';
export { nameCandidates } from './known-names.ts';
export { normalName, withoutBrackets, withoutCopyNumber } from './normal.ts';
