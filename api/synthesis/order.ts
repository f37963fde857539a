/** What a request orders, and what is wrong with it. */
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import { PERTURBATION_NAMES, QUESTION_KINDS, TableShape, checkTables } from '../../engines/synthesis/options.ts';
import type { QuestionKind, Table } from '../../engines/synthesis/options.ts';
import type { EngineId } from '../../engines/synthesis/catalog.ts';
import type { OrderWithSources } from '../../domain/synthesis/orders.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { SynthesisJobRequest } from './schemas.ts';

type Read = { readonly order: OrderWithSources } | { readonly issues: readonly ValidationIssue[] };

const DEFAULT_COUNT = 50;
const DEFAULT_STRENGTH = 0.1;
const DEFAULT_KINDS: Readonly<Partial<Record<QuestionKind, number>>> = Object.fromEntries(
  QUESTION_KINDS.filter((kind) => kind !== 'cloze').map((kind) => [kind, 1]),
);

export function readOrder(request: SynthesisJobRequest): Read {
  const { count = DEFAULT_COUNT, seed = 1, contexts, options = {} } = request;
  const engine_id = engineOf(request);
  const wrong = (...issues: ValidationIssue[]): Read => ({ issues });
  if (engine_id === 'schema_rows') {
    const tables = readTables(options.tables ?? []);
    if ('issues' in tables) return tables;
    const rows = tables.tables.reduce((sum, table) => sum + table.count, 0);
    return { order: { order: { engine_id, seed, count: rows, tables: tables.tables }, sources: [] } };
  }
  if (contexts === undefined) {
    return wrong(issueAt(['contexts'], `${engine_id} makes items from texts: give them as contexts.`));
  }
  const sources = contexts.map(({ title = '', text }, index) => ({ id: `contexts/${index}`, title, text }));
  if (engine_id === 'perturb') {
    const { perturbations = PERTURBATION_NAMES, strength = DEFAULT_STRENGTH } = options;
    return { order: { order: { engine_id, seed, count, perturbations, strength }, sources } };
  }
  const mix = options.kinds ?? DEFAULT_KINDS;
  if (Object.values(mix).every((weight) => !weight)) {
    return wrong(issueAt(['options', 'kinds'], 'Give at least one kind of questions a weight over 0.'));
  }
  return { order: { order: { engine_id, seed, count, mix }, sources } };
}

function engineOf({ engine_id = 'auto', options }: SynthesisJobRequest): EngineId {
  if (engine_id !== 'auto') return engine_id;
  if (options?.tables) return 'schema_rows';
  return options?.perturbations ? 'perturb' : 'grounded_qa';
}

function readTables(
  given: readonly unknown[],
): { readonly tables: readonly Table[] } | { readonly issues: readonly ValidationIssue[] } {
  const place = ['options', 'tables'];
  if (given.length === 0) return { issues: [issueAt(place, 'schema_rows makes rows of tables: give at least one.')] };
  const Tables = Type.Array(TableShape);
  if (!Value.Check(Tables, given)) {
    const errors = [...Value.Errors(Tables, given)];
    // Of a union, the errors of all its variants: the shallowest one says most.
    const issues = errors
      .slice(0, SHOWN)
      .map(({ instancePath, message }) => issueAt([...place, ...instancePath.split('/').slice(1)], `${message}.`));
    return { issues };
  }
  const issues = checkTables(given).map(({ path, message }) => issueAt([...place, ...path], message));
  return issues.length > 0 ? { issues } : { tables: given };
}

const SHOWN = 20;

const issueAt = (loc: readonly (string | number)[], msg: string): ValidationIssue => ({
  loc: ['body', ...loc],
  msg,
  type: 'synthesis',
});
