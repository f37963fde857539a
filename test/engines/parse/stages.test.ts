import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../../engines/parse');

/**
 * The folders that all readers share, and those that read pages of PDF and scans. Each may import those above it only.
 */
const ORDER = [
  'documents',
  'documents/charset',
  'documents/markdown',
  'documents/formulas',
  'documents/html',
  'documents/whole-page',
  'pages/page',
  'pages/lines',
  'pages/survey',
  'pages/tables',
  'pages/layout/columns',
  'pages/layout',
  'pages/write',
  'pages/pdf/glyphs',
  'pages/pdf/codes',
  'pages/pdf/looks',
  'pages/pdf/file',
  'pages/pdf',
  'markdown_converter/pdf',
  'document_ai_converter/models',
  'document_ai_converter/raster',
  'document_ai_converter/read',
  'document_ai_converter/detection',
  'document_ai_converter/recognition',
  'document_ai_converter/inference',
  'document_ai_converter/lines',
  'document_ai_converter/page',
  'document_ai_converter/layout',
  'document_ai_converter/docling',
  'document_ai_converter',
];
/** What any of them may import of the folders around them: types and rules of all engines, and the gate of Markdown. */
const COMMON = ['', 'untrusted'];
const MAX_FILES = 20;

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.ts'));

/** Folders under a folder, itself included. */
async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return [folder, ...folders.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))];
}

async function importedFolders(folder: string): Promise<Set<string>> {
  const folders = new Set<string>();
  for (const name of await filesOf(folder)) {
    const text = await readFile(join(ROOT, folder, name), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from |import\(|new URL\()'(\.[^']+)'/g)) {
      folders.add(relative(ROOT, dirname(normalize(join(ROOT, folder, path)))));
    }
  }
  folders.delete(folder);
  return folders;
}

test('a stage imports only the stages before it', async () => {
  for (const [index, folder] of ORDER.entries()) {
    const allowed = new Set([...COMMON, ...ORDER.slice(0, index)]);
    const others = [...(await importedFolders(folder))].filter(
      (imported) => !allowed.has(imported) && !imported.startsWith('../'),
    );
    assert.deepEqual(others, [], `${folder} imports stages after it`);
  }
});

test('every folder of the page-reading engines has its place in the order', async () => {
  for (const parent of ['documents', 'pages', 'markdown_converter/pdf', 'document_ai_converter']) {
    const entries = await readdir(join(ROOT, parent), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}`);
    assert.deepEqual(
      folders.filter((folder) => !ORDER.includes(folder)),
      [],
    );
  }
  for (const folder of ORDER) assert.ok((await filesOf(folder)).length <= MAX_FILES, `${folder} has too many files`);
});

test('what formats share imports no format', async () => {
  for (const folder of await foldersOf('markdown_converter/shared')) {
    const formats = [...(await importedFolders(folder))].filter((imported) =>
      /^markdown_converter(?!\/shared\b)/.test(imported),
    );
    assert.deepEqual(formats, [], `${folder} imports a format`);
  }
});

test('a format imports another by its door only', async () => {
  const imports = await Promise.all(
    (await foldersOf('markdown_converter')).map(async (folder) => {
      const texts = await Promise.all(
        (await filesOf(folder)).map((name) => readFile(join(ROOT, folder, name), 'utf8')),
      );
      const paths = texts.flatMap((text) => [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => path));
      return paths.map((path) => [formatOf(folder), normalize(join(folder, path))] as const);
    }),
  );
  const inner = imports.flat().filter(([format, path]) => {
    const other = formatOf(dirname(path));
    return format !== other && other !== null && other !== 'shared' && !path.endsWith('/index.ts');
  });
  assert.deepEqual(inner, []);
});

/** The folder of a format of the Markdown converter; `null` for other folders. */
const formatOf = (folder: string): string | null => /^markdown_converter\/(\w[\w-]*)/.exec(folder)?.[1] ?? null;
