/** Places of texts, tables and markup. */
import { makeDbase } from '../../../support/documents/dbase.ts';
import { makeDoc, property, uint16, uint32 } from '../../../support/documents/doc.ts';
import { oldFacts } from './facts.ts';
import { chosenBy, MARKER, none, OUT, warned, type Format } from './place.ts';

const NAME = { name: 'NAME', type: 'C', length: MARKER.length };

export const PLAIN: Format = {
  name: 'Plain text and Markdown',
  mediaTypes: ['text/plain', 'text/markdown'],
  places: [
    ['Text', OUT, `Tides\n\n${MARKER}\n`],
    ['HTML', OUT, `Tides <span>${MARKER}</span>\n`],
  ],
};

export const TABLES: Format = {
  name: 'Tables as text (CSV, TSV)',
  mediaTypes: ['text/csv', 'text/tab-separated-values'],
  places: [
    ['Cells', OUT, `a,b\n1,${MARKER}\n`],
    ['Heads', OUT, `a,${MARKER}\n1,2\n`],
    ['Cells beyond the width of the head', OUT, `a,b\n1,2,${MARKER}\n`],
    ['Lines of text above the table', OUT, `${MARKER}\na,b\n1,2\n3,4\n`],
  ],
};

export const DBASE: Format = {
  name: 'Tables of dBase',
  mediaTypes: ['application/vnd.dbf'],
  places: [
    ['Values', OUT, makeDbase({ fields: [NAME], records: [` ${MARKER}`] })],
    [
      'Names of fields',
      OUT,
      makeDbase({ fields: [{ ...NAME, name: MARKER }], records: [` ${'a'.padEnd(MARKER.length)}`] }),
    ],
    [
      'Memos',
      warned('fields_omitted'),
      makeDbase({
        version: 0x83,
        fields: [NAME, { name: 'NOTES', type: 'M', length: 10 }],
        records: [` ${'a'.padEnd(MARKER.length)}        12`],
      }),
    ],
    [
      'Deleted records',
      none('programs do not show them'),
      makeDbase({ fields: [NAME], records: [` ${'a'.padEnd(MARKER.length)}`, `*${MARKER}`] }),
    ],
  ],
};

const special = property(0x0855, 1);

export const OLD_WORD: Format = {
  name: 'Word 97 documents (DOC)',
  mediaTypes: ['application/msword'],
  places: [
    ['Paragraphs', OUT, makeDoc([{ text: MARKER }])],
    ['Fields: result', OUT, makeDoc([{ text: `\x13 REF x \x14${MARKER}\x15`, characters: special }])],
    [
      'Fields without a result: code',
      none('the page shows nothing in its place'),
      makeDoc([{ text: `Tides \x13 DOCPROPERTY ${MARKER} \x14\x15`, characters: special }]),
    ],
    [
      'Hidden text',
      chosenBy({ hidden: true }, 'hidden_omitted'),
      makeDoc([{ text: 'Tides' }, { text: MARKER, characters: property(0x083c, 1) }]),
    ],
    [
      'Deletions that are tracked',
      chosenBy({ tracked_changes: true }),
      makeDoc([{ text: 'Tides' }, { text: MARKER, characters: property(0x0800, 1) }]),
    ],
    [
      'Footnotes',
      OUT,
      makeDoc(
        [
          { text: 'Tide\x02', characters: special },
          { text: `\x02${MARKER}`, characters: special },
        ],
        {
          footnotes: MARKER.length + 2,
          parts: {
            2: Buffer.concat([uint32(4), uint32(6), uint16(0)]),
            3: Buffer.concat([uint32(0), uint32(MARKER.length + 1), uint32(MARKER.length + 2)]),
          },
        },
      ),
    ],
    ...oldFacts((streams) => makeDoc([{ text: 'Tides' }], { streams })),
  ],
};

const docbook = (inner: string): string =>
  `<article xmlns="http://docbook.org/ns/docbook"><title>Tides</title>${inner}</article>`;
const jats = (front: string, body = '<p>Tides</p>', back = ''): string =>
  `<article><front><article-meta>${front}</article-meta></front><body>${body}</body><back>${back}</back></article>`;
const fictionbook = (description: string, body = '<p>Tides</p>'): string =>
  '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description>' +
  `${description}</description><body><section>${body}</section></body></FictionBook>`;

export const XML: Format = {
  name: 'XML of no known kind',
  mediaTypes: ['application/xml'],
  places: [['Everything, as it stands', OUT, `<a><!-- ${MARKER} --></a>`]],
};

export const DOCBOOK: Format = {
  name: 'DocBook',
  mediaTypes: ['application/docbook+xml'],
  places: [
    ['Paragraphs', OUT, docbook(`<para>${MARKER}</para>`)],
    ['Footnotes', OUT, docbook(`<para>a<footnote><para>${MARKER}</para></footnote></para>`)],
    ['Admonitions', OUT, docbook(`<note><para>${MARKER}</para></note>`)],
    [
      'Entries of a glossary',
      OUT,
      docbook(
        `<glossary><glossentry><glossterm>a</glossterm><glossdef><para>${MARKER}</para></glossdef></glossentry></glossary>`,
      ),
    ],
    [
      'Remarks of editors',
      none('notes among authors, which the style sheets of DocBook leave out'),
      docbook(`<para>a<remark>${MARKER}</remark></para>`),
    ],
    [
      'Terms of the index',
      none('the index shows them'),
      docbook(`<para>a<indexterm><primary>${MARKER}</primary></indexterm></para>`),
    ],
    [
      'Descriptions of pictures',
      OUT,
      docbook(
        `<mediaobject><imageobject><imagedata fileref="https://example.org/a.png"/></imageobject><textobject><phrase>${MARKER}</phrase></textobject></mediaobject>`,
      ),
    ],
    ['Title', OUT, docbook('<para>a</para>').replace('Tides', MARKER)],
    ['Author', OUT, docbook(`<info><author><personname>${MARKER}</personname></author></info><para>a</para>`)],
    ['Abstract', OUT, docbook(`<info><abstract><para>${MARKER}</para></abstract></info><para>a</para>`)],
    ['Rights', OUT, docbook(`<info><legalnotice><para>${MARKER}</para></legalnotice></info><para>a</para>`)],
  ],
};

export const JATS: Format = {
  name: 'JATS',
  mediaTypes: ['application/jats+xml'],
  places: [
    ['Paragraphs', OUT, jats('', `<p>${MARKER}</p>`)],
    [
      'Notes',
      OUT,
      jats('', '<p>a<xref ref-type="fn" rid="f">1</xref></p>', `<fn-group><fn id="f"><p>${MARKER}</p></fn></fn-group>`),
    ],
    ['Captions of figures', OUT, jats('', `<fig><label>1</label><caption><p>${MARKER}</p></caption></fig>`)],
    [
      'References',
      OUT,
      jats('', '<p>a</p>', `<ref-list><ref id="r"><mixed-citation>${MARKER}</mixed-citation></ref></ref-list>`),
    ],
    ['Acknowledgements', OUT, jats('', '<p>a</p>', `<ack><p>${MARKER}</p></ack>`)],
    ['Appendices', OUT, jats('', '<p>a</p>', `<app-group><app><p>${MARKER}</p></app></app-group>`)],
    ['Title', OUT, jats(`<title-group><article-title>${MARKER}</article-title></title-group>`)],
    [
      'Authors',
      OUT,
      jats(
        `<contrib-group><contrib contrib-type="author"><name><surname>${MARKER}</surname></name></contrib></contrib-group>`,
      ),
    ],
    ['Affiliations', OUT, jats(`<aff id="a">${MARKER}</aff>`)],
    ['Abstract', OUT, jats(`<abstract><p>${MARKER}</p></abstract>`)],
    ['Keywords', OUT, jats(`<kwd-group><kwd>${MARKER}</kwd></kwd-group>`)],
    ['Notes of authors', OUT, jats(`<author-notes><fn><p>${MARKER}</p></fn></author-notes>`)],
    ['Funding', OUT, jats(`<funding-group><funding-statement>${MARKER}</funding-statement></funding-group>`)],
    ['Rights', OUT, jats(`<permissions><copyright-statement>${MARKER}</copyright-statement></permissions>`)],
    [
      'Articles inside (replies, reviews)',
      OUT,
      jats('').replace('</article>', `<sub-article><body><p>${MARKER}</p></body></sub-article></article>`),
    ],
  ],
};

export const FICTIONBOOK: Format = {
  name: 'FictionBook',
  mediaTypes: ['application/x-fictionbook+xml'],
  places: [
    ['Paragraphs', OUT, fictionbook('', `<p>${MARKER}</p>`)],
    ['Poems', OUT, fictionbook('', `<poem><stanza><v>${MARKER}</v></stanza></poem>`)],
    [
      'Notes',
      OUT,
      fictionbook('', '<p>a<a href="#n" type="note">1</a></p>').replace(
        '</FictionBook>',
        `<body name="notes"><section id="n"><p>${MARKER}</p></section></body></FictionBook>`,
      ),
    ],
    ['Title', OUT, fictionbook(`<title-info><book-title>${MARKER}</book-title></title-info>`)],
    ['Author', OUT, fictionbook(`<title-info><author><last-name>${MARKER}</last-name></author></title-info>`)],
    ['Annotation', OUT, fictionbook(`<title-info><annotation><p>${MARKER}</p></annotation></title-info>`)],
    [
      'Translator',
      OUT,
      fictionbook(`<title-info><translator><last-name>${MARKER}</last-name></translator></title-info>`),
    ],
    ['Series', OUT, fictionbook(`<title-info><sequence name="${MARKER}"/></title-info>`)],
    ['Publisher', OUT, fictionbook(`<publish-info><publisher>${MARKER}</publisher></publish-info>`)],
  ],
};

const outline = (attributes: string): string =>
  `<opml version="2.0"><head><title>Tides</title></head><body><outline text="a" ${attributes}/></body></opml>`;

export const OPML: Format = {
  name: 'Outlines (OPML)',
  mediaTypes: ['text/x-opml'],
  places: [
    ['Entries', OUT, outline('').replace('"a"', `"${MARKER}"`)],
    ['Notes', OUT, outline(`_note="${MARKER}"`)],
    ['Addresses of feeds', OUT, outline(`xmlUrl="https://example.org/${MARKER}"`)],
    ['Descriptions of feeds', OUT, outline(`description="${MARKER}"`)],
    ['Categories', OUT, outline(`category="${MARKER}"`)],
    ['Title', OUT, outline('').replace('Tides', MARKER)],
    ['Author', OUT, outline('').replace('</head>', `<ownerName>${MARKER}</ownerName></head>`)],
  ],
};

const latex = (body: string, preamble = ''): string =>
  `\\documentclass{article}\n${preamble}\n\\begin{document}\nTides\n\n${body}\n\\end{document}\n`;

export const LATEX: Format = {
  name: 'LaTeX',
  mediaTypes: ['text/x-latex'],
  places: [
    ['Text', OUT, latex(MARKER)],
    ['Footnotes', OUT, latex(`a\\footnote{${MARKER}}`)],
    ['Notes in the margin', OUT, latex(`a\\marginpar{${MARKER}}`)],
    ['Captions', OUT, latex(`\\begin{figure}\\caption{${MARKER}}\\end{figure}`)],
    ['Formulas', OUT, latex(`$\\text{${MARKER}}$`)],
    ['Bibliography', OUT, latex(`\\begin{thebibliography}{9}\\bibitem{a} ${MARKER}\\end{thebibliography}`)],
    [
      'Drawings made of commands',
      warned('drawing_omitted'),
      latex(`\\begin{tikzpicture}\\node {${MARKER}};\\end{tikzpicture}`),
    ],
    ['Files that it includes', warned('include_omitted'), latex(`\\input{${MARKER}}`)],
    ['Comments in the source', none('for authors of the text'), latex(`a % ${MARKER}`)],
    ['Title', OUT, latex('\\maketitle', `\\title{${MARKER}}`)],
    ['Author', OUT, latex('\\maketitle', `\\title{a}\\author{${MARKER}}`)],
  ],
};

export const ORG: Format = {
  name: 'Org',
  mediaTypes: ['text/x-org'],
  places: [
    ['Text', OUT, `Tides\n\n${MARKER}\n`],
    ['Tags of headlines', OUT, `* Tides :${MARKER}:\ntext\n`],
    [
      'Properties of headlines',
      none('settings for programs, which an export leaves out'),
      `* Tides\n:PROPERTIES:\n:CLIENT: ${MARKER}\n:END:\ntext\n`,
    ],
    ['Drawers', none('logs of the editor'), `* Tides\n:LOGBOOK:\n- ${MARKER}\n:END:\ntext\n`],
    ['Results of code', OUT, `#+begin_src sh\na\n#+end_src\n\n#+RESULTS:\n: ${MARKER}\n`],
    [
      'Comments in the source',
      none('for authors of the text'),
      `Tides\n# ${MARKER}\n\n#+begin_comment\n${MARKER}\n#+end_comment\n`,
    ],
    ['Title', OUT, `#+title: ${MARKER}\nTides\n`],
    ['Author', OUT, `#+author: ${MARKER}\nTides\n`],
    ['Files that it includes', warned('include_omitted'), `Tides\n\n#+include: "${MARKER}.org"\n`],
  ],
};

export const RST: Format = {
  name: 'reStructuredText',
  mediaTypes: ['text/x-rst'],
  places: [
    ['Text', OUT, `Tides\n=====\n\n${MARKER}\n`],
    ['Notes', OUT, `Tides [1]_\n\n.. [1] ${MARKER}\n`],
    ['Directives that only a program understands', OUT, `Tides\n\n.. custom::\n\n   ${MARKER}\n`],
    [
      'Raw text for other formats',
      none('code of one output format'),
      `Tides\n\n.. raw:: html\n\n   <p>${MARKER}</p>\n`,
    ],
    ['Comments in the source', none('for authors of the text'), `Tides\n\n.. ${MARKER} is a comment\n`],
    ['Files that it includes', warned('include_omitted'), `Tides\n\n.. include:: ${MARKER}.rst\n`],
  ],
};

export const TYPST: Format = {
  name: 'Typst',
  mediaTypes: ['text/x-typst'],
  places: [
    ['Text', OUT, `= Tides\n\n${MARKER}\n`],
    ['Notes', OUT, `= Tides\n\na#footnote[${MARKER}]\n`],
    ['Scripts', warned('script_omitted'), `= Tides\n\n#if a { "${MARKER}" }\n`],
    ['Files that it includes', warned('script_omitted'), `= Tides\n\n#include "${MARKER}.typ"\n`],
    ['Comments in the source', none('for authors of the text'), `= Tides\n\na // ${MARKER}\n`],
    ['Title', OUT, `#set document(title: "${MARKER}")\n= Tides\n`],
  ],
};
