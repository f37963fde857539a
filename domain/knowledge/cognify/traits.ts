/** Rows of what chunks say of names that tells their senses apart. They go with their chunks. */
import type { Trait } from '../../../engines/knowledge/entities/index.ts';
import type { Statements } from '../../../platform/database/client.ts';

/** Adds the traits of chunks that have none. */
export async function addTraits(
  statements: Statements,
  traits: readonly (Trait & { readonly chunkId: bigint })[],
): Promise<void> {
  if (traits.length === 0) return;
  await statements.knowledgeTrait.createMany({
    data: traits.map(({ span, ...trait }) => ({ ...trait, start: span?.start ?? null, end: span?.end ?? null })),
  });
}
