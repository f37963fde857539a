/** Other names of entities: stated in texts, resolved to nodes, corrected by people. */
export type { Alias } from './alias.ts';
export { aliasesIn } from './aliases-in.ts';
export { correctAliases } from './corrected.ts';
export type { Corrected, NameCorrection } from './corrected.ts';
export { byKeys, keyConflicts } from './record-keys.ts';
export { resolveAliases } from './resolve.ts';
export type { AliasEntity, AliasStatement, Resolution } from './resolve.ts';
