/** Heads and feet of pages: letterheads, references, terms at the foot. */
import type { Block } from '../../documents/markdown/model.ts';
import { childrenOf, walk, type XmlElement } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import { FieldStack } from '../shared/word/fields.ts';
import { switchOf } from './values.ts';

export interface PageHeaders {
  readonly heads: Block[];
  readonly feet: Block[];
}

/**
 * By `options.headers`: those of the first page, or of all sections, each text once. Numbers of pages, which exist only
 * in print, are not written.
 */
export function readHeaders(body: XmlElement, context: DocxContext): PageHeaders {
  const mode = context.options.headers;
  const all = [...walk(body, ({ name }) => name !== 'w:sectPrChange')].filter(({ name }) => name === 'w:sectPr');
  const sections = mode === 'drop' ? [] : mode === 'first' ? all.slice(0, 1) : all;
  const settings = context.file.related(context.mainPart, 'settings');
  const hasEven =
    settings !== null && switchOf(context.file.xml(settings) ?? undefined, 'w:evenAndOddHeaders') === true;
  const read = new Set<string>();
  const written = new Set<string>();
  const partsOf = (kind: 'header' | 'footer'): Block[] =>
    sections.flatMap((section) => {
      const hasFirst = switchOf(section, 'w:titlePg') ?? false;
      const pages = mode === 'first' ? [hasFirst ? 'first' : 'default'] : ['first', 'default', 'even'];
      return pages
        .filter((page) => (page !== 'first' || hasFirst) && (page !== 'even' || hasEven))
        .flatMap((page) =>
          childrenOf(section, `w:${kind}Reference`).filter(
            ({ attributes }) => (attributes['w:type'] ?? 'default') === page,
          ),
        )
        .flatMap(({ attributes }) => {
          const part = context.relationships.get(attributes['r:id'] ?? '')?.target ?? '';
          if (read.has(part)) return [];
          read.add(part);
          const blocks = readPart(part, context);
          const key = JSON.stringify(blocks);
          if (written.has(key)) return [];
          written.add(key);
          return blocks;
        });
    });
  return { heads: partsOf('header'), feet: partsOf('footer') };
}

function readPart(part: string, context: DocxContext): Block[] {
  const root = context.file.xml(part);
  if (root === null) return [];
  const relationships = context.file.relationships(part);
  return context.readBlocks(root, { ...context, relationships, fields: new FieldStack(true) });
}
