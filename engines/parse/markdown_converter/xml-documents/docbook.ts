/** DocBook 4 and 5. */
import { languageTag, timestamp } from '../../documents/html/metadata.ts';
import { childrenOf, descend, walk, type XmlElement } from '../../documents/xml.ts';
import { eachWords, wordsOf } from './inline.ts';
import { PLAIN, type Block } from '../../documents/markdown/model.ts';
import type { Facts, Special, Vocabulary, XmlContext } from './context.ts';
import { blockRoles, inlineRoles } from './roles.ts';

const INFO =
  'info bookinfo articleinfo chapterinfo sectioninfo sect1info sect2info sect3info partinfo prefaceinfo ' +
  'appendixinfo setinfo refentryinfo';

const INFO_NAMES: ReadonlySet<string> = new Set(INFO.split(' '));
const SHOWN_OF_INFO: ReadonlySet<string> = new Set(['abstract', 'legalnotice']);

export const DOCBOOK: Vocabulary = {
  blocks: blockRoles([
    ['hidden', 'titleabbrev indexterm index toc lot remark colspec spanspec refmeta'],
    [
      'section',
      'book article part chapter preface appendix section sect1 sect2 sect3 sect4 sect5 simplesect set ' +
        'reference refentry refsection refsect1 refsect2 refsect3 glossary glossdiv bibliography bibliodiv ' +
        'colophon dedication acknowledgements topic partintro',
    ],
    ['title', 'title'],
    ['flow', 'para simpara subtitle refnamediv cmdsynopsis funcsynopsis funcprototype mediaobject caption'],
    ['group', 'formalpara abstract refsynopsisdiv figure informalfigure example informalexample legalnotice'],
    [
      'group',
      'variablelist varlistentry glosslist glossentry glossdef qandaset qandadiv qandaentry answer biblioentry ' +
        'bibliomixed',
    ],
    ['term', 'term glossterm question'],
    ['bullets', 'itemizedlist simplelist segmentedlist'],
    ['numbers', 'orderedlist procedure substeps calloutlist'],
    ['item', 'listitem step member callout seglistitem'],
    ['quote', 'blockquote epigraph sidebar'],
    ['admonition', 'note tip warning caution important'],
    ['code', 'programlisting screen literallayout synopsis classsynopsis'],
    ['table', 'table informaltable'],
    ['equation', 'equation informalequation'],
  ]),
  inline: inlineRoles([
    ['italic', 'emphasis citetitle firstterm replaceable foreignphrase'],
    [
      'monospace',
      'code literal command filename function option varname userinput computeroutput systemitem sgmltag tag',
    ],
    ['monospace', 'parameter envar classname methodname constant type prompt uri'],
    ['sub', 'subscript'],
    ['sup', 'superscript'],
    ['quoted', 'quote'],
    ['link', 'ulink link'],
    ['reference', 'xref'],
    ['footnote', 'footnote'],
    ['noteref', 'footnoteref'],
    ['image', 'imagedata graphic inlinegraphic'],
    ['math', 'inlineequation'],
  ]),
  special: new Map<string, Special>([...INFO_NAMES].map((name) => [name, readInfo])),
  facts: readFacts,
};

/** Of the facts of a book or section, what its title page has as paragraphs. */
function readInfo(info: XmlElement, _level: number | null, context: XmlContext): Block[] {
  const shown = childrenOf(info).filter(({ name }) => SHOWN_OF_INFO.has(name));
  return context.flow({ ...info, children: shown }, PLAIN, null);
}

function readFacts(root: XmlElement): Facts {
  const info = childrenOf(root).find(({ name }) => INFO_NAMES.has(name));
  const people = [...walk(info)].filter(({ name }) => name === 'author');
  const [title = wordsOf(descend(root, 'title'))] = eachWords(info, 'title');
  const keywords = [...walk(info)].filter(({ name }) => name === 'keyword').map(wordsOf);
  return {
    title: title || null,
    authors: people.map(nameOf).filter((name) => name !== ''),
    language: languageTag(root.attributes['lang'] ?? root.attributes['xml:lang'] ?? null),
    createdAt: timestamp(wordsOf(descend(info, 'date') ?? descend(info, 'pubdate')) || null),
    properties: keywords.length === 0 ? {} : { keywords: keywords.join(', ') },
  };
}

function nameOf(author: XmlElement): string {
  const parts = [...walk(author)].filter(({ name }) =>
    /^(honorific|firstname|givenname|othername|surname)$/.test(name),
  );
  const words =
    parts.length > 0
      ? parts.map(wordsOf).join(' ')
      : wordsOf(descend(author, 'personname') ?? descend(author, 'orgname'));
  return words.trim();
}
