/**
 * A graph as one file, as far as a caller may read it: the nodes that most readable chunks mention, and the facts
 * between these.
 */
import type { FileLink, GraphFile } from '../../../engines/knowledge/graph/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { mostMentioned } from '../documents/mentions.ts';
import { aliasesOf } from './aliases.ts';
import type { Aliases } from './aliases.ts';
import { graphLinks } from './links.ts';
import { nodePlaces } from './node-places.ts';
import type { NodePlace } from './node-places.ts';
import { graphNodes } from './nodes.ts';
import type { GraphNode } from './nodes.ts';

export interface FileLimits {
  readonly nodes: number;
  readonly links: number;
}

/** A file that tells where texts mention its nodes. */
export interface ReadGraphFile extends GraphFile {
  readonly nodes: readonly GraphNode[];
  /** Of each node, up to `most` places: node-places.ts. */
  readonly places: (nodes: readonly string[], most: number) => Promise<NodePlace[]>;
}

/** Nodes whose links are read together. */
const NODES_PER_READ = 250;

/**
 * `matching`: documents/filter.ts. Each read applies it, so that what is deleted or closed meanwhile is missing from
 * what follows.
 */
export async function graphFile(
  database: Database,
  dataset: GraphFile['dataset'],
  matching: Prisma.Sql,
  limits: FileLimits,
): Promise<ReadGraphFile> {
  const mentioned = await mostMentioned(database, dataset.id, matching, limits.nodes);
  const aliases = await aliasesOf(database, dataset.id, matching, mentioned.ids);
  // An alias may be mentioned more often than what it stands for.
  const entities = [...new Set([...mentioned.ids, ...mainsOf(aliases)])];
  const merged = await graphNodes(database, matching, entities, aliases);
  const nodes = merged.toSorted((one, other) => other.chunks - one.chunks).slice(0, limits.nodes);
  let linksLeftOut = 0;
  async function* links(): AsyncGenerator<readonly FileLink[]> {
    const shown = new Set(nodes.map(({ id }) => id));
    let left = limits.links;
    for (let from = 0; from < nodes.length; from += NODES_PER_READ) {
      const sources = nodes.slice(from, from + NODES_PER_READ).map(({ id }) => id);
      const found = await graphLinks(database, dataset.id, matching, sources, aliases);
      const part = found.filter(({ target }) => shown.has(target)).slice(0, left);
      left -= part.length;
      linksLeftOut += found.length - part.length;
      yield part;
    }
  }
  return {
    dataset,
    nodes,
    links: links(),
    places: (of, most) => nodePlaces(database, matching, of, aliases, most),
    leftOut: () => ({
      nodes: mentioned.total - mentioned.ids.length + merged.length - nodes.length,
      links: linksLeftOut,
    }),
  };
}

function mainsOf({ everywhere, within }: Aliases): string[] {
  return [...everywhere.values(), ...[...within.values()].flatMap((ofDocuments) => [...ofDocuments.values()])];
}
