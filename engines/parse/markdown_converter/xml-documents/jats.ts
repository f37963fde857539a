/** Journal articles: JATS, and the NLM document types before it. */
import { languageTag, timestamp } from '../../documents/html/metadata.ts';
import { childrenOf, descend, walk, type XmlElement } from '../../documents/xml.ts';
import { PLAIN, text, type Block } from '../../documents/markdown/model.ts';
import type { Facts, Special, Vocabulary, XmlContext } from './context.ts';
import { paragraphOf } from '../../documents/html/paragraph.ts';
import { eachWords, wordsOf } from './inline.ts';
import { blockRoles, inlineRoles } from './roles.ts';

export const JATS: Vocabulary = {
  blocks: blockRoles([
    ['hidden', 'journal-meta article-id article-categories pub-date volume issue issue-title fpage lpage'],
    ['hidden', 'elocation-id history self-uri related-article related-object counts custom-meta-group'],
    ['hidden', 'pub-history conference article-version isbn issn alt-title contrib-id object-id page-range'],
    ['hidden', 'copyright-year copyright-holder processing-meta floats-wrap-label address colgroup pub-id'],
    ['section', 'article sec app app-group ack glossary sub-article response boxed-text'],
    ['title', 'article-title title'],
    [
      'flow',
      'p front front-stub body back article-meta title-group subtitle aff funding-group author-notes permissions license',
    ],
    [
      'group',
      'fig fig-group table-wrap table-wrap-foot caption notes fn-group supplementary-material media statement ' +
        'def-list def-item def',
    ],
    ['term', 'term'],
    ['bullets', 'list'],
    ['item', 'list-item'],
    ['quote', 'disp-quote'],
    ['lines', 'verse-group'],
    ['code', 'preformat code'],
    ['table', 'table'],
    ['equation', 'disp-formula'],
    ['rule', 'hr'],
  ]),
  inline: inlineRoles([
    ['bold', 'bold'],
    ['italic', 'italic'],
    ['strike', 'strike'],
    ['monospace', 'monospace'],
    ['sub', 'sub'],
    ['sup', 'sup'],
    ['break', 'break'],
    ['link', 'ext-link uri email'],
    ['noteref', 'xref'],
    ['image', 'graphic inline-graphic'],
    ['math', 'inline-formula math:math tex-math'],
  ]),
  special: new Map<string, Special>([
    ['contrib-group', readContributors],
    ['kwd-group', readKeywords],
    ['abstract', readAbstract],
    ['trans-abstract', readAbstract],
    ['ref-list', readReferences],
    ['fn', readNote],
  ]),
  facts: readFacts,
};

function readContributors(group: XmlElement, _level: number | null, context: XmlContext): Block[] {
  const names = childrenOf(group, 'contrib')
    .map(nameOf)
    .filter((name) => name !== '');
  const rest = { ...group, children: childrenOf(group).filter(({ name }) => name !== 'contrib') };
  return [...paragraphOf([text(names.join(', '))]), ...context.flow(rest, PLAIN, null)];
}

function readKeywords(group: XmlElement): Block[] {
  const keywords = eachWords(group, 'kwd');
  const label = wordsOf(descend(group, 'title')) || 'Keywords';
  return keywords.length === 0 ? [] : paragraphOf([text(`${label}: ${keywords.join(', ')}`)]);
}

/** An abstract without a title of its own gets one. */
function readAbstract(abstract: XmlElement, level: number | null, context: XmlContext): Block[] {
  const title = { name: 'title', attributes: {}, children: ['Abstract'] };
  const children = descend(abstract, 'title') === undefined ? [title, ...abstract.children] : abstract.children;
  return context.flow({ ...abstract, children }, PLAIN, (level ?? 0) + 1);
}

/** The references as a numbered list, below the title of the section. */
function readReferences(list: XmlElement, level: number | null, context: XmlContext): Block[] {
  const rest = { ...list, children: childrenOf(list).filter(({ name }) => name !== 'ref') };
  const items = childrenOf(list, 'ref').map((reference, index) => ({
    number: index + 1,
    blocks: childrenOf(reference)
      .filter(({ name }) => name !== 'label')
      .flatMap((citation) =>
        citation.name === 'element-citation'
          ? paragraphOf([text(citationOf(citation))])
          : context.flow(citation, PLAIN, null),
      ),
  }));
  return [
    ...context.flow(rest, PLAIN, (level ?? 0) + 1),
    ...(items.length === 0 ? [] : [{ kind: 'list', items } as const]),
  ];
}

/** A citation without text of its own: its parts in the usual order. */
function citationOf(citation: XmlElement): string {
  const group = descend(citation, 'person-group') ?? citation;
  const names = childrenOf(group, 'name').map((name) => nameOf({ ...group, children: [name] }));
  const part = (name: string): string => wordsOf(descend(citation, name));
  const pages = [part('fpage'), part('lpage')].filter((page) => page !== '').join('\u2013');
  return [names.join(', '), part('year'), part('article-title'), part('source'), part('volume'), pages]
    .filter((words) => words !== '')
    .join('. ');
}

/** A note that the text refers to comes at its end. */
function readNote(note: XmlElement, _level: number | null, context: XmlContext): Block[] {
  return context.notes.isReferred(note.attributes['id'] ?? '') ? [] : context.flow(note, PLAIN, null);
}

function readFacts(root: XmlElement): Facts {
  const front = descend(root, 'front');
  const meta = descend(front, 'article-meta');
  const contributors = childrenOf(meta, 'contrib-group').flatMap((group) => childrenOf(group, 'contrib'));
  const properties = {
    journal: [...walk(descend(front, 'journal-meta'))].find(({ name }) => name === 'journal-title'),
    doi: childrenOf(meta, 'article-id').find(({ attributes }) => attributes['pub-id-type'] === 'doi'),
  };
  const keywords = childrenOf(meta, 'kwd-group').flatMap((group) => eachWords(group, 'kwd'));
  return {
    title: wordsOf(descend(meta, 'title-group', 'article-title')) || null,
    authors: contributors.map(nameOf).filter((name) => name !== ''),
    language: languageTag(root.attributes['xml:lang'] ?? null),
    createdAt: timestamp(dateOf(childrenOf(meta, 'pub-date'))),
    properties: Object.fromEntries(
      [
        ...Object.entries(properties).map(([name, element]) => [name, wordsOf(element)]),
        ['keywords', keywords.join(', ')],
      ].filter(([, value]) => value !== ''),
    ),
  };
}

/** Given names first: `Jane Doe`. */
function nameOf(contributor: XmlElement): string {
  const name = descend(contributor, 'name') ?? descend(contributor, 'name-alternatives', 'name');
  if (name === undefined) return wordsOf(descend(contributor, 'collab') ?? descend(contributor, 'string-name'));
  return ['prefix', 'given-names', 'surname', 'suffix'].flatMap((part) => eachWords(name, part)).join(' ');
}

/** The earliest full date, or the year. */
function dateOf(dates: readonly XmlElement[]): string | null {
  const written = dates
    .map((date) => ['year', 'month', 'day'].map((part) => wordsOf(descend(date, part)).padStart(2, '0')))
    .filter(([year = '']) => /^\d{4}$/.test(year))
    .map(
      ([year = '', month = '', day = '']) => `${year}-${month === '00' ? '01' : month}-${day === '00' ? '01' : day}`,
    );
  return written.sort()[0] ?? null;
}
