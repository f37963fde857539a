/** The files that a graph can be read as. */
import type { GraphFile } from '../../../engines/knowledge/graph/index.ts';
import { graphml, jsonLd } from '../../../engines/knowledge/graph/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { graphFile } from './file.ts';
import { graphPageText } from './page.ts';

/** Nodes of a file are in memory while it is made, some 300 bytes each. */
const FOR_PROGRAMS = { nodes: 100_000, links: 1_000_000 };

export const FILE_FORMATS = {
  /** What a browser draws smoothly. */
  html: { mediaType: 'text/html', limits: { nodes: 10_000, links: 30_000 } },
  graphml: { mediaType: 'application/graphml+xml', limits: FOR_PROGRAMS },
  jsonld: { mediaType: 'application/ld+json', limits: FOR_PROGRAMS },
} as const;
export type FileFormat = keyof typeof FILE_FORMATS;

/** The file in pieces. What has to be known before its first one has been read. */
export async function graphText(
  database: Database,
  caller: Accessor,
  dataset: GraphFile['dataset'],
  matching: Prisma.Sql,
  format: FileFormat,
  nodes: number = FILE_FORMATS[format].limits.nodes,
): Promise<AsyncGenerator<string>> {
  const file = await graphFile(database, dataset, matching, { ...FILE_FORMATS[format].limits, nodes });
  if (format === 'html') return graphPageText(database, caller, matching, file);
  return format === 'graphml' ? graphml(file) : jsonLd(file);
}
