/**
 * A lint rule: imports between the folders of the project go one way. A folder may import all of another (`true`), only
 * its types (`'types'`), its types and the files that match a pattern, or its types and the files that are marked
 * `@deterministic`. A file so marked is part of the code of workflows: it imports errors and other such files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const EVERYTHING = { '*': true };

/** By folder of the project, what it is and what of the others it may import. */
export const LAYERS = {
  errors: { is: 'The catalog of errors is below everything.', may: {} },
  platform: { is: 'Adapters know no domain.', may: { errors: true } },
  engines: {
    is: 'Engines are plain functions: bytes in, value out.',
    may: { errors: true, platform: /^(media-type\/[a-z-]+|is-object)\.ts$/ },
  },
  domain: {
    is:
      'The domain layer holds rows, rules and reads for the API and the activities; of engines it calls pure ' +
      'functions.',
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
    is: 'Workflows import types, and files whose head comment says @deterministic.',
    may: {
      errors: true,
      domain: 'deterministic',
      platform: 'deterministic',
      engines: 'deterministic',
      activities: 'types',
    },
  },
  api: {
    is: 'The API starts workflows; it calls no activity, and of engines only what describes them.',
    may: {
      errors: true,
      platform: true,
      domain: true,
      'temporal-config': true,
      activities: 'types',
      workflows: 'types',
      engines: /^([a-z_]+\/)*(availability|catalog|options|route)\.ts$/,
    },
  },
  embedded: { is: 'The embedded stack starts all of it.', may: EVERYTHING },
  doctor: { is: 'The doctor checks all of it.', may: EVERYTHING },
};

/** The packages that deterministic files may import. */
const DETERMINISTIC_PACKAGES = ['@temporalio/common'];

export const layers = {
  create(context) {
    const root = context.cwd ?? process.cwd();
    const from = relative(root, context.filename).split(sep).join('/');
    const [folder] = from.split('/');
    if (folder === from || !(folder in LAYERS)) return {};
    const mustStayDeterministic = isDeterministic(root, from);
    const check = (node, isType) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const isRelative = source.startsWith('.');
      const to = isRelative
        ? relative(root, resolve(dirname(context.filename), source))
            .split(sep)
            .join('/')
        : source;
      if (isRelative && !isAllowed(root, from, to, isType)) {
        const what = isType ? 'types of ' : '';
        context.report({ node, message: `${folder}/ must not import ${what}${to}. ${LAYERS[folder].is}` });
      } else if (mustStayDeterministic && !isType && !isForWorkflows(root, to, isRelative)) {
        context.report({
          node,
          message: `${from} is @deterministic, because workflows import it: it must not import ${to}, which is not.`,
        });
      }
    };
    return {
      ImportDeclaration: (node) => check(node, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, false),
    };
  },
};

/** Whether one file of the project may import another; both by their paths from its root. */
export function isAllowed(root, from, to, isType) {
  const [folder] = from.split('/');
  const [target] = to.split('/');
  if (folder === target || target === to) return true;
  const may = LAYERS[folder].may[target] ?? LAYERS[folder].may['*'];
  if (may === undefined) return false;
  if (may === true || isType) return true;
  return may === 'deterministic'
    ? isDeterministic(root, to)
    : may instanceof RegExp && may.test(to.slice(target.length + 1));
}

/** Whether deterministic files may import it. */
function isForWorkflows(root, to, isRelative) {
  if (!isRelative) return DETERMINISTIC_PACKAGES.includes(to);
  return to.startsWith('errors/') || isDeterministic(root, to);
}

const HEAD_COMMENT = /^\/\*\*[^]*?\*\//;

/** Whether the head comment of a file says so. What does not exist is the compiler's to report. */
function isDeterministic(root, path) {
  const file = join(root, path);
  const [head = ''] = (existsSync(file) && HEAD_COMMENT.exec(readFileSync(file, 'utf8'))) || [];
  return head.includes('@deterministic');
}
