/** JSON-LD 1.1: entities and facts as a named graph. A fact is a node of its own, because it has evidence. */
import { isoOf } from '../time/period.ts';
import type { FileLink, FileNode, GraphFile } from './graph.ts';

/** schema.org where it has the word, otherwise words of this service. */
const CONTEXT = {
  '@version': 1.1,
  schema: 'https://schema.org/',
  tidemill: 'urn:tidemill:',
  entity: 'urn:tidemill:entity:',
  fact: 'urn:tidemill:fact:',
  chunk: 'urn:tidemill:chunk:',
  document: 'urn:tidemill:document:',
  Dataset: 'schema:Dataset',
  Entity: 'schema:Thing',
  Fact: 'tidemill:Fact',
  label: 'schema:name',
  name: 'tidemill:name',
  type: 'schema:additionalType',
  aliases: { '@id': 'schema:alternateName', '@container': '@set' },
  sense: 'tidemill:sense',
  chunks: 'tidemill:chunks',
  community: 'tidemill:community',
  source: { '@id': 'tidemill:source', '@type': '@id' },
  predicate: 'tidemill:predicate',
  target: { '@id': 'tidemill:target', '@type': '@id' },
  evidence: { '@id': 'tidemill:evidence', '@container': '@set' },
  chunk_id: { '@id': 'tidemill:chunk_id', '@type': '@id' },
  document_id: { '@id': 'tidemill:document_id', '@type': '@id' },
  span: { '@id': 'tidemill:span', '@container': '@list' },
  extractor: 'tidemill:extractor',
  valid_from: { '@id': 'schema:validFrom', '@type': 'schema:Date' },
  valid_to: { '@id': 'schema:validThrough', '@type': 'schema:Date' },
  date_span: { '@id': 'tidemill:date_span', '@container': '@list' },
  nodes_left_out: 'tidemill:nodes_left_out',
  links_left_out: 'tidemill:links_left_out',
};

/** The file, in pieces: one line for each entity and fact. */
export async function* jsonLd({ dataset, nodes, links, leftOut }: GraphFile): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(CONTEXT)},\n"@id":${JSON.stringify(`urn:tidemill:dataset:${dataset.id}`)},"@type":"Dataset","label":${JSON.stringify(dataset.name.toWellFormed())},\n"@graph":[`;
  let separator = '\n';
  for (const node of nodes) {
    yield separator + line(entity(node));
    separator = ',\n';
  }
  for await (const part of links) {
    if (part.length === 0) continue;
    yield separator + part.map((link) => line(fact(link))).join(',\n');
    separator = ',\n';
  }
  const { nodes: noNodes, links: noLinks } = leftOut();
  yield `\n],"nodes_left_out":${noNodes},"links_left_out":${noLinks}}\n`;
}

/** A lone surrogate would be written as an escape that many readers refuse. */
const line = (value: object): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'string' ? one.toWellFormed() : one));

function entity({ id, label, name, type, sense, chunks, aliases, community }: FileNode): object {
  return {
    '@id': `entity:${id}`,
    '@type': 'Entity',
    label,
    name,
    ...(type !== null && { type }),
    ...(typeof sense === 'number' && { sense }),
    chunks,
    ...(aliases.length > 0 && { aliases: aliases.map((alias) => alias.name) }),
    ...(community !== undefined && { community }),
  };
}

function fact({ id, source, target, predicate, evidence }: FileLink): object {
  return {
    '@id': `fact:${id}`,
    '@type': 'Fact',
    source: `entity:${source}`,
    predicate,
    target: `entity:${target}`,
    evidence: evidence.map(({ chunk, documentId, start, end, extractor, valid, date }) => ({
      chunk_id: `chunk:${chunk}`,
      document_id: `document:${documentId}`,
      span: [start, end],
      extractor,
      ...(valid.from !== null && { valid_from: isoOf(valid.from) }),
      ...(valid.to !== null && { valid_to: isoOf(valid.to) }),
      ...(date && { date_span: [date.start, date.end] }),
    })),
  };
}
