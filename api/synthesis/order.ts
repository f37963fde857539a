/** What a request orders, and what is wrong with it. */
import type { StoredOrder } from '../../domain/synthesis/orders.ts';
import type { EngineId } from '../../engines/synthesis/catalog.ts';
import { makersOf } from '../../engines/synthesis/catalog.ts';
import { PARAPHRASE, PERTURBATION_NAMES, QUESTION_KINDS, isRulePerturbation } from '../../engines/synthesis/options.ts';
import type { QuestionKind } from '../../engines/synthesis/options.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { readGenerator } from './generator.ts';
import type { GeneratingModels } from './generator.ts';
import { issueAt } from './issues.ts';
import type { Read } from './issues.ts';
import { readConversations, readEvolutions, readToolCases } from './model-orders.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';
import { readTables } from './tables.ts';

type Order = StoredOrder['order'];

const DEFAULT_COUNT = 50;
const DEFAULT_STRENGTH = 0.1;
const DEFAULT_KINDS: Readonly<Partial<Record<QuestionKind, number>>> = Object.fromEntries(
  QUESTION_KINDS.filter((kind) => kind !== 'cloze').map((kind) => [kind, 1]),
);

/** The members of `options` that an engine reads. */
const OPTIONS: Readonly<Record<EngineId, readonly (keyof NonNullable<SynthesisJobRequest['options']>)[]>> = {
  schema_rows: ['tables'],
  grounded_qa: ['kinds', 'language'],
  perturb: ['perturbations', 'strength'],
  conversation: ['personas', 'turns', 'language'],
  evolve: ['evolve', 'language'],
  tool_calls: ['tools', 'tool_kinds', 'language'],
};

const wrong = (...issues: readonly ValidationIssue[]): Read => ({ issues });

/** Throws `model_not_configured` when the engine needs a language model and there is none. */
export function readOrder(request: SynthesisJobRequest, models: GeneratingModels): Read {
  const { count = DEFAULT_COUNT, seed = 1, options = {} } = request;
  const engine_id = engineOf(request);
  const unread = Object.keys(options).find((name) => !OPTIONS[engine_id].some((own) => own === name));
  if (unread !== undefined) {
    return wrong(
      issueAt(['options', unread], `${engine_id} does not use ${unread}: leave it out, or name its engine.`),
    );
  }
  const isParaphrase = options.perturbations?.includes(PARAPHRASE) ?? false;
  const makers =
    engine_id === 'perturb' ? [isParaphrase ? ('model' as const) : ('rules' as const)] : makersOf(engine_id);
  const generator = readGenerator(models, { engineId: engine_id, makers }, request.generator);
  if ('issue' in generator) return wrong(generator.issue);
  const { model } = generator;
  if (request.closed_book === true && engine_id !== 'grounded_qa') {
    return wrong(issueAt(['closed_book'], 'Only questions of grounded_qa are asked without passages: leave it out.'));
  }
  if (model === null) {
    const unused = unusedByRules(request);
    return unused.length > 0 ? wrong(...unused) : byRules(request, engine_id, { count, seed });
  }
  const { language = null } = options;
  return byModel(request, engine_id, { count, seed, model, language });
}

function engineOf({ engine_id = 'auto', options = {} }: SynthesisJobRequest): EngineId {
  if (engine_id !== 'auto') return engine_id;
  if (options.tables) return 'schema_rows';
  if (options.tools) return 'tool_calls';
  if (options.evolve) return 'evolve';
  if (options.personas) return 'conversation';
  return options.perturbations ? 'perturb' : 'grounded_qa';
}

/** Members that mean something for a model alone. */
function unusedByRules(request: SynthesisJobRequest): readonly ValidationIssue[] {
  const { options, max_cost_usd, max_tokens, closed_book } = request;
  const limits = closed_book ? {} : { max_cost_usd, max_tokens };
  const given = { 'options.language': options?.language, ...limits };
  return Object.entries(given).flatMap(([member, value]) =>
    value === undefined ? [] : [issueAt(member.split('.'), `Rules make these items: leave out ${member}.`)],
  );
}

function byRules(request: SynthesisJobRequest, engine_id: EngineId, shared: Pick<Order, 'count' | 'seed'>): Read {
  const { input, options = {} } = request;
  switch (engine_id) {
    case 'schema_rows': {
      const tables = readTables(options.tables ?? []);
      if ('issues' in tables) return tables;
      const count = tables.tables.reduce((sum, table) => sum + table.count, 0);
      if (request.count !== undefined && request.count !== count) {
        const msg = `The tables have ${count} rows by counts of their own: leave out count.`;
        return wrong(issueAt(['count'], msg));
      }
      if (input) return wrong(issueAt(['input'], 'schema_rows makes rows from their schema: leave out input.'));
      return { order: { engine_id, ...shared, count, tables: tables.tables } };
    }
    case 'perturb': {
      if (input === undefined) return withoutInput(engine_id);
      const { perturbations = PERTURBATION_NAMES, strength = DEFAULT_STRENGTH } = options;
      return { order: { engine_id, ...shared, perturbations: perturbations.filter(isRulePerturbation), strength } };
    }
    case 'grounded_qa': {
      if (input === undefined) return withoutInput(engine_id);
      const mix = options.kinds ?? DEFAULT_KINDS;
      return isEmpty(mix) ? wrong(EMPTY_MIX) : { order: { engine_id, ...shared, mix } };
    }
    case 'conversation':
    case 'evolve':
    case 'tool_calls':
      throw new Error(`No rules make items of ${engine_id}.`);
  }
}

function byModel(
  request: SynthesisJobRequest,
  engine_id: EngineId,
  shared: Pick<Order, 'count' | 'seed'> & { readonly model: string; readonly language: string | null },
): Read {
  const { input, options = {} } = request;
  switch (engine_id) {
    case 'tool_calls':
      return readToolCases(request, shared);
    case 'conversation':
      return readConversations(request, shared);
    case 'evolve':
      return input === undefined ? withoutInput(engine_id) : readEvolutions(request, shared);
    case 'perturb': {
      const other = options.perturbations?.findIndex((name) => name !== PARAPHRASE) ?? -1;
      if (other >= 0) {
        const msg = `A model makes ${PARAPHRASE} alone: ask for the others in a request of their own.`;
        return wrong(issueAt(['options', 'perturbations', other], msg));
      }
      if (options.strength !== undefined) {
        return wrong(issueAt(['options', 'strength'], `${PARAPHRASE} alters the whole text: leave out strength.`));
      }
      return input === undefined ? withoutInput(engine_id) : { order: { engine_id, ...shared } };
    }
    case 'grounded_qa': {
      const mix = options.kinds ?? DEFAULT_KINDS;
      if (input === undefined) return withoutInput(engine_id);
      if (isEmpty(mix)) return wrong(EMPTY_MIX);
      if (mix.cloze) {
        return wrong(issueAt(['options', 'kinds', 'cloze'], 'Rules alone make cloze questions, no model does.'));
      }
      return { order: { engine_id, ...shared, mix } };
    }
    case 'schema_rows':
      throw new Error(`No model makes items of ${engine_id}.`);
  }
}

const withoutInput = (engine_id: EngineId): Read =>
  wrong(issueAt(['input'], `${engine_id} makes items from texts: say which as input.`));

const isEmpty = (mix: Readonly<Record<string, number | undefined>>): boolean =>
  Object.values(mix).every((weight) => !weight);

const EMPTY_MIX = issueAt(['options', 'kinds'], 'Give at least one kind of questions a weight over 0.');
