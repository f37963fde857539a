/**
 * What a search may find: the datasets, filters and policies as conditions in SQL, which hold before anything is
 * ranked.
 */
import { Prisma } from '../../../platform/database/generated/client.ts';
import { jsonText } from '../../../platform/database/json.ts';
import type { Accessor } from '../../access/policy.ts';
import type { DatasetModel, DatasetRow } from '../datasets/datasets.ts';
import { hiddenAudiences, readableDocument } from '../datasets/access.ts';

/** Members narrow each other; within a list, one match is enough. */
export interface SearchFilters {
  readonly document_ids?: readonly string[];
  readonly object_ids?: readonly string[];
  /** Of the dataset, or of the object that a document was made of. */
  readonly tags?: readonly string[];
  readonly node_sets?: readonly string[];
  /** Members that the metadata of a document must have. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface SearchScope {
  readonly caller: Accessor;
  /** Datasets that the caller may read, all with vectors of the same model. */
  readonly datasetIds: readonly string[];
  readonly model: DatasetModel;
  /** On `knowledge_document document`: the filters; `null` without any. */
  readonly filter: Prisma.Sql | null;
  /** On `knowledge_document document`: the policies. */
  readonly readable: Prisma.Sql;
  /** On `knowledge_document document`: filters and policies. */
  readonly matching: Prisma.Sql;
  /** Identifiers of the audiences whose documents the caller may not read, as a subquery. */
  readonly hidden: Prisma.Sql;
}

/** The scope of a search in these datasets, which are at least one and have the same model. */
export function searchScope(caller: Accessor, datasets: readonly DatasetRow[], filters: SearchFilters): SearchScope {
  const [first] = datasets;
  if (!first) throw new Error('a search has a dataset');
  const filter = filterOf(datasets, filters);
  const readable = readableDocument(caller);
  return {
    caller,
    datasetIds: datasets.map(({ id }) => id),
    model: first,
    filter,
    readable,
    hidden: hiddenAudiences(caller),
    matching: filter ? Prisma.sql`(${filter} AND ${readable})` : readable,
  };
}

function filterOf(
  datasets: readonly DatasetRow[],
  { document_ids, object_ids, tags, node_sets, metadata }: SearchFilters,
): Prisma.Sql | null {
  const conditions = [
    document_ids && Prisma.sql`document.document_id = ANY(${[...document_ids]}::text[])`,
    object_ids && Prisma.sql`document.object_id = ANY(${[...object_ids]}::text[])`,
    node_sets && Prisma.sql`document.node_sets && ${[...node_sets]}::text[]`,
    metadata && Prisma.sql`document.metadata @> ${jsonText(metadata)}::jsonb`,
    tags && taggedWith(datasets, tags),
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 ? Prisma.sql`(${Prisma.join(conditions, ' AND ')})` : null;
}

function taggedWith(datasets: readonly DatasetRow[], tags: readonly string[]): Prisma.Sql {
  const tagged = datasets.filter((dataset) => dataset.tags.some((tag) => tags.includes(tag))).map(({ id }) => id);
  return Prisma.sql`(document.dataset_id = ANY(${tagged}::text[]) OR EXISTS (
    SELECT FROM storage_object tagged WHERE tagged.id = document.object_id AND tagged.tags && ${[...tags]}::text[]))`;
}
