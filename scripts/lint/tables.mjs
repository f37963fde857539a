/**
 * A lint rule: only `domain/` and `platform/` run statements. The other layers pass the client, `db`, on to functions
 * of `domain/`.
 */
import { relative, sep } from 'node:path';
import { LAYERS } from './layers.mjs';

const WITH_STATEMENTS = ['domain', 'platform'];

export const tables = {
  create(context) {
    const [folder] = relative(context.cwd ?? process.cwd(), context.filename).split(sep);
    if (!(folder in LAYERS) || WITH_STATEMENTS.includes(folder)) return {};
    return {
      MemberExpression(node) {
        if (nameOf(node.object) !== 'db') return;
        context.report({
          node,
          message: `${folder}/ must not run statements: tables are read and written in domain/.`,
        });
      },
    };
  },
};

/** The name of a variable, or of the last property of a path; `undefined` for anything else. */
function nameOf(node) {
  return node.type === 'MemberExpression' ? node.property.name : node.name;
}
