/** GraphML 1.0 (graphml.graphdrawing.org). Lists are JSON, because its values are simple. */
import { isoOf } from '../time/period.ts';
import type { FileLink, FileNode, GraphFile } from './graph.ts';

const KEYS = [
  ['node', 'label', 'string'],
  ['node', 'name', 'string'],
  ['node', 'type', 'string'],
  ['node', 'sense', 'int'],
  ['node', 'chunks', 'int'],
  ['node', 'aliases', 'string'],
  ['node', 'community', 'int'],
  ['edge', 'predicate', 'string'],
  ['edge', 'evidence', 'string'],
  ['graph', 'dataset', 'string'],
  ['graph', 'nodes_left_out', 'int'],
  ['graph', 'links_left_out', 'int'],
] as const;

/** The file, in pieces. */
export async function* graphml({ dataset, nodes, links, leftOut }: GraphFile): AsyncGenerator<string> {
  const keys = KEYS.map(
    ([of, name, type]) => `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`,
  );
  yield `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
${keys.join('')}<graph id="${escapeXml(dataset.id)}" edgedefault="directed">${data('dataset', dataset.name)}\n`;
  for (const node of nodes) yield nodeElement(node);
  for await (const part of links) yield part.map(edgeElement).join('');
  const { nodes: noNodes, links: noLinks } = leftOut();
  yield `${data('nodes_left_out', noNodes)}${data('links_left_out', noLinks)}</graph>\n</graphml>\n`;
}

function nodeElement({ id, label, name, type, sense, chunks, aliases, community }: FileNode): string {
  const names = aliases.length === 0 ? null : JSON.stringify(aliases.map((alias) => alias.name));
  return (
    '<node ' +
    `id="${id}">${data('label', label)}${data('name', name)}${data('type', type)}${data('sense', sense ?? null)}${data('chunks', chunks)}${data('aliases', names)}${data('community', community ?? null)}</node>\n`
  );
}

function edgeElement({ id, source, target, predicate, evidence }: FileLink): string {
  const places = evidence.map(({ chunk, documentId, start, end, extractor, valid, date }) => ({
    chunk_id: chunk,
    document_id: documentId,
    span: [start, end],
    extractor,
    ...(valid.from !== null && { valid_from: isoOf(valid.from) }),
    ...(valid.to !== null && { valid_to: isoOf(valid.to) }),
    ...(date && { date_span: [date.start, date.end] }),
  }));
  return (
    `<edge id="${id}" source="${source}" ` +
    `target="${target}">${data('predicate', predicate)}${data('evidence', JSON.stringify(places))}</edge>\n`
  );
}

function data(key: (typeof KEYS)[number][1], value: string | number | null): string {
  return value === null ? '' : `<data key="${key}">${escapeXml(String(value))}</data>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** What XML 1.0 cannot hold, even as a reference, is replaced; a carriage return would be read as a line feed. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r\u007F-\u009F]|[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[&<>"\r]/g, (character) => ENTITIES[character] ?? '');
}
