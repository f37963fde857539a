/** Rows of the aliases that chunks show. They go with their chunks. */
import type { Alias } from '../../../engines/knowledge/aliases/index.ts';
import type { Statements } from '../../../platform/database/client.ts';

/** Adds the aliases of chunks that have none. */
export async function addAliases(
  statements: Statements,
  datasetId: string,
  aliases: readonly (Alias & { readonly chunkId: bigint })[],
): Promise<void> {
  if (aliases.length === 0) return;
  await statements.knowledgeAlias.createMany({ data: aliases.map((alias) => ({ ...alias, datasetId })) });
}
