/**
 * A lint rule: imports between the folders of the project go one way. A folder may import all of another (`true`), only
 * its types (`'types'`), or its types and the files that match a pattern.
 */
import { dirname, relative, resolve, sep } from 'node:path';

const EVERYTHING = { '*': true };
/** Files without I/O or clock access, safe for workflow replay. */
const PURE = {
  domain: /^(jobs\/(model|failure|usage)|webhook\/model|parse\/request|manifests\/[a-z]+)\.ts$/,
  platform: /^(temporal\/trace|tracing\/trace-context)\.ts$/,
};

/** By folder of the project, what it is and what of the others it may import. */
export const LAYERS = {
  errors: { is: 'The catalogue of errors is below everything.', may: {} },
  platform: { is: 'Adapters know no domain.', may: { errors: true } },
  engines: {
    is: 'Engines are plain functions: bytes in, value out.',
    may: { errors: true, platform: /^media-type\/[a-z-]+\.ts$/ },
  },
  domain: {
    is: 'The domain layer holds rows, rules and reads for the API and the activities; of engines it calls pure functions.',
    may: { errors: true, platform: true, engines: true },
  },
  'temporal-config': {
    is: 'What Temporal is set up with knows the names of the domains, adapters and workflows.',
    may: { errors: true, platform: true, domain: true, workflows: 'types' },
  },
  activities: {
    is: 'Activities are the steps of workflows and know nothing of HTTP or of the embedded stack.',
    may: { errors: true, platform: true, engines: true, domain: true, 'temporal-config': true, workflows: 'types' },
  },
  workflows: {
    is: 'Workflows import types, and the files that are pure.',
    may: { errors: true, domain: PURE.domain, platform: PURE.platform, activities: 'types' },
  },
  api: {
    is: 'The API starts workflows; it calls no activity, and of engines only what describes them.',
    may: {
      ...{
        errors: true,
        platform: true,
        domain: true,
        'temporal-config': true,
        activities: 'types',
        workflows: 'types',
      },
      engines: /^([a-z]+\/)?(availability|catalog|options|route)\.ts$/,
    },
  },
  embedded: { is: 'The embedded stack starts all of it.', may: EVERYTHING },
  doctor: { is: 'The doctor checks all of it.', may: EVERYTHING },
};

export const layers = {
  create(context) {
    const root = context.cwd ?? process.cwd();
    const [folder, ...rest] = relative(root, context.filename).split(sep);
    const layer = rest.length > 0 ? LAYERS[folder] : undefined;
    if (layer === undefined) return {};
    const check = (node, isType) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const [target, ...path] = relative(root, resolve(dirname(context.filename), source)).split(sep);
      if (target === folder || path.length === 0) return;
      if (isAllowed(folder, target, path.join('/'), isType)) return;
      const what = isType ? 'types of ' : '';
      context.report({ node, message: `${folder}/ must not import ${what}${target}/${path.join('/')}. ${layer.is}` });
    };
    return {
      ImportDeclaration: (node) => check(node, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, false),
    };
  },
};

/** Whether a file of the folder may import `path` of the folder `target`. */
export function isAllowed(folder, target, path, isType) {
  const may = LAYERS[folder].may[target] ?? LAYERS[folder].may['*'];
  if (may === undefined) return false;
  return may === true || isType || (may instanceof RegExp && may.test(path));
}
