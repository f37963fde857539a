/** Places of notebooks and other JSON. */
import { MARKER, none, OUT, warned, type Format } from './place.ts';

type Json = Readonly<Record<string, unknown>>;

const notebook = (cells: readonly Json[], metadata: Json = {}): string =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata,
    cells: [{ cell_type: 'markdown', metadata: {}, source: 'Tides' }, ...cells],
  });
const cell = (more: Json): string =>
  notebook([{ cell_type: 'code', metadata: {}, source: 'x = 1', outputs: [], ...more }]);
const output = (more: Json): string => cell({ outputs: [{ output_type: 'display_data', metadata: {}, ...more }] });
const data = (type: string, content: unknown): string => output({ data: { [type]: content } });

export const NOTEBOOKS: Format = {
  name: 'Notebooks (Jupyter)',
  mediaTypes: ['application/x-ipynb+json'],
  places: [
    ['Markdown', OUT, notebook([{ cell_type: 'markdown', metadata: {}, source: MARKER }])],
    ['Code', OUT, cell({ source: `a = "${MARKER}"` })],
    ['Raw cells', OUT, notebook([{ cell_type: 'raw', metadata: {}, source: MARKER }])],
    ['Cells of other kinds', OUT, notebook([{ cell_type: 'sql', metadata: {}, source: MARKER }])],
    ['Outputs: streams', OUT, cell({ outputs: [{ output_type: 'stream', name: 'stderr', text: MARKER }] })],
    ['Outputs: errors', OUT, cell({ outputs: [{ output_type: 'error', ename: 'E', evalue: MARKER, traceback: [] }] })],
    [
      'Outputs: traces of errors',
      OUT,
      cell({ outputs: [{ output_type: 'error', ename: 'E', evalue: 'a', traceback: [MARKER] }] }),
    ],
    ['Outputs: plain text', OUT, data('text/plain', MARKER)],
    ['Outputs: Markdown', OUT, data('text/markdown', MARKER)],
    ['Outputs: LaTeX', OUT, data('text/latex', MARKER)],
    ['Outputs: tables as HTML', OUT, data('text/html', `<table><tr><td>a<td>${MARKER}<tr><td>b<td>c</table>`)],
    ['Outputs: other HTML', OUT, data('text/html', `<p>${MARKER}</p>`)],
    ['Outputs: JSON', warned('objects_omitted'), data('application/json', { a: MARKER })],
    ['Outputs: scripts', warned('objects_omitted'), data('application/javascript', MARKER)],
    [
      'Outputs: charts of Vega and Plotly',
      warned('objects_omitted'),
      data('application/vnd.vegalite.v5+json', { title: MARKER }),
    ],
    [
      'Outputs: widgets',
      warned('objects_omitted'),
      data('application/vnd.jupyter.widget-view+json', { model_id: MARKER }),
    ],
    ['Outputs: PDF', warned('objects_omitted'), data('application/pdf', Buffer.from(MARKER).toString('base64'))],
    [
      'Outputs: text beside a picture',
      none('the picture shows it'),
      output({ data: { 'text/plain': MARKER, 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>' } }),
    ],
    [
      'Outputs of cells that are folded',
      OUT,
      cell({
        metadata: { collapsed: true, jupyter: { outputs_hidden: true } },
        outputs: [{ output_type: 'stream', text: MARKER }],
      }),
    ],
    [
      'Files attached to a cell that its text does not show',
      warned('objects_omitted'),
      notebook([
        {
          cell_type: 'markdown',
          metadata: {},
          source: 'a',
          attachments: { [`${MARKER}.png`]: { 'image/png': 'AAAA' } },
        },
      ]),
    ],
    [
      'Notes of presentations',
      OUT,
      notebook([{ cell_type: 'markdown', metadata: { slideshow: { slide_type: 'notes' } }, source: MARKER }]),
    ],
    ['Title', OUT, notebook([], { title: MARKER })],
    ['Authors', OUT, notebook([], { authors: [{ name: MARKER }] })],
    ['Tags of cells', none('marks for programs'), cell({ metadata: { tags: [MARKER] } })],
    ['Names of cells', none('marks for programs'), cell({ metadata: { name: MARKER } })],
    [
      'Worksheets of old notebooks',
      OUT,
      JSON.stringify({
        nbformat: 3,
        metadata: {},
        worksheets: [{ cells: [{ cell_type: 'code', input: MARKER, outputs: [] }] }],
      }),
    ],
    [
      'Names of old notebooks',
      OUT,
      JSON.stringify({
        nbformat: 3,
        metadata: { name: MARKER },
        worksheets: [{ cells: [{ cell_type: 'code', input: 'a', outputs: [] }] }],
      }),
    ],
  ],
};

export const JSON_FILES: Format = {
  name: 'JSON and JSON lines',
  mediaTypes: ['application/json', 'application/x-ndjson'],
  places: [
    ['Values', OUT, JSON.stringify({ a: [{ b: MARKER }] })],
    ['Names', OUT, JSON.stringify({ [MARKER]: 1 })],
    ['Fields that only some records have', OUT, JSON.stringify([{ a: 1 }, { a: 2, b: MARKER }])],
    ['Text that is not JSON', OUT, `{"a": 1} ${MARKER}`],
  ],
};
