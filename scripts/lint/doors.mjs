/**
 * A lint rule: what is not a door of a room is private to it. The doors of each room are listed here; tests and benches
 * may import everything.
 *
 * Most doors are an `index.ts` that names what its folder offers. A door of another name is what someone must load
 * without the rest: options and catalogs for the API, `@deterministic` files for workflows, code with a large model for
 * the process that runs it.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import { LAYERS } from './layers.mjs';

/** By room, the files that the rest of the product may import. */
export const DOORS = {
  'engines/parse': [
    'availability.ts',
    'catalog.ts',
    'options.ts',
    'route.ts',
    'task-queues.ts',
    'engines.ts',
    'provider.ts',
    'documents/index.ts',
    'documents/charset/options.ts',
    'documents/textless.ts',
    'formats/index.ts',
    'web_crawler/options.ts',
    'web_crawler/site/index.ts',
    'web_reader/thin-page.ts',
    'markdown_converter/archive/file-list.ts',
    'markdown_converter/archive/unpack.ts',
    'cloud_document_parser/index.ts',
    'document_ai_converter/docling/index.ts',
    'document_ai_converter/models/onnx-fields.ts',
    'document_ai_converter/models/protobuf.ts',
  ],
  'engines/knowledge': [
    'options.ts',
    'aliases/index.ts',
    'answer/index.ts',
    'communities/index.ts',
    'communities/description.ts',
    'communities/points.ts',
    'entities/index.ts',
    'entities/options.ts',
    'extraction/index.ts',
    'extraction/with-rules.ts',
    'facts/index.ts',
    'graph/index.ts',
    'names/index.ts',
    'records/index.ts',
    'retrieval/index.ts',
    'rules/index.ts',
    'time/index.ts',
  ],
  'engines/evaluation': [
    'catalog.ts',
    'options.ts',
    'cases/index.ts',
    'datasets/index.ts',
    'scores/index.ts',
    'judges/index.ts',
    'judges/built-in/index.ts',
    'metrics/index.ts',
    'performance/index.ts',
    'report/index.ts',
  ],
  'engines/synthesis': [
    'catalog.ts',
    'options.ts',
    'make.ts',
    'items/index.ts',
    'orders/index.ts',
    'generation/task.ts',
    'similarity/index.ts',
    'card/index.ts',
    'checks/index.ts',
    'checks/check-item.ts',
    'checks/contamination.ts',
    'outputs/index.ts',
  ],
  'domain/knowledge': [
    'results.ts',
    'settings.ts',
    'datasets/index.ts',
    'documents/index.ts',
    'documents/language.ts',
    'documents/lexemes.ts',
    'cognify/index.ts',
    'cognify/titles.ts',
    'cognify/prompt-profiles.ts',
    'memify/index.ts',
    'memify/pipelines.ts',
    'graph/index.ts',
    'search/index.ts',
    'maintenance/index.ts',
  ],
};

export const doors = {
  create(context) {
    const root = context.cwd ?? process.cwd();
    const pathOf = (file) => relative(root, file).split(sep).join('/');
    const from = pathOf(context.filename);
    if (!LAYERS[from.split('/', 1)[0]]) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const to = pathOf(resolve(dirname(context.filename), source));
      const room = roomOf(to);
      if (room === undefined || roomOf(from) === room || isDoor(room, to)) return;
      context.report({
        node,
        message:
          `${to} is private to ${room}/. Import one of its doors, which scripts/lint/doors.mjs lists: ` +
          `${DOORS[room].join(', ')}.`,
      });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const roomOf = (path) => Object.keys(DOORS).find((room) => path.startsWith(`${room}/`));

const isDoor = (room, path) => DOORS[room].includes(path.slice(room.length + 1));
