/**
 * Requests of synthesis that cannot be met, by engine: each is refused before anything is spent, with the member, the
 * reason and what helps.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../../api/contract/validation.ts';
import type { GeneratingModels } from '../../../api/synthesis/generator.ts';
import { impossibleIssues } from '../../../api/synthesis/infeasible-orders.ts';
import { modelsOf, priceIssues } from '../../../api/synthesis/models.ts';
import { readOrder } from '../../../api/synthesis/order.ts';
import { SynthesisJobRequest } from '../../../api/synthesis/request-schemas.ts';
import { WRITER } from '../../support/writer.ts';

const MODELS: GeneratingModels = { of: () => WRITER, ofKind: () => [WRITER], named: () => WRITER };
const contractIssues = compileSchema('body', SynthesisJobRequest);

/** What the contract, the options and the texts of a request show, in the order in which requests are read. */
function issuesOf(body: SynthesisJobRequest): readonly { readonly at: string; readonly msg: string }[] {
  const shown = (issues: ReturnType<typeof contractIssues>) =>
    issues.map(({ loc, msg }) => ({ at: loc.slice(1).join('.'), msg }));
  const found = contractIssues(body);
  if (found.length > 0) return shown(found);
  const read = readOrder(body, MODELS);
  if ('issues' in read) return shown([...read.issues]);
  const contexts = (body.input?.contexts ?? []).map(({ text, title = '' }, index) => ({
    id: `contexts/${index}`,
    title,
    text,
  }));
  const unpriced = priceIssues(body, modelsOf(body, read.order, MODELS), MODELS);
  return shown([...unpriced, ...impossibleIssues(body, { order: read.order, contexts })]);
}

const texts = (...all: string[]) => ({ type: 'contexts' as const, contexts: all.map((text) => ({ text })) });
const MILL = texts('Carrow Mill was built in 1783. Carrow Mill is located in Norwich.');
const DUTCH = texts('De molen van Carrow werd in 1783 gebouwd en staat nog altijd aan de rivier.');
const BAKER = { name: 'baker', description: 'Owns a bakery.', goal: 'Wants flour.' };
const TOOL = { name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: {} } };

const tables = (properties: object, more: object = {}, schema: object = {}): SynthesisJobRequest => ({
  options: { tables: [{ name: 'a', count: 10, schema: { type: 'object', properties, ...schema }, ...more }] },
});
const rows = (properties: object, columns: object): SynthesisJobRequest => tables(properties, { columns });
const qa = (more: object): SynthesisJobRequest => ({ engine_id: 'grounded_qa', input: MILL, ...more });

const CASES: readonly (readonly [what: string, body: SynthesisJobRequest, at: string, message: RegExp])[] = [
  ['no items', qa({ count: 0 }), 'count', /from 1 to 100,?000, not 0/],
  ['fewer than no items', qa({ count: -3 }), 'count', /not -3/],
  [
    'a preview of more than all',
    qa({ count: 3, preview: 5 }),
    'preview',
    /more than the items of the order, 3: leave out/,
  ],

  ['rows without tables', { engine_id: 'schema_rows' }, 'options.tables', /give at least one/],
  ['a table without rows', tables({}, { count: 0 }), 'options.tables.0.count', /not 0/],
  ['a count beside those of tables', { ...tables({}), count: 5 }, 'count', /have 10 rows.*leave out count/],
  ['texts for rows', { ...tables({}), engine_id: 'schema_rows', input: MILL }, 'input', /leave out input/],
  [
    'an enum of another type',
    tables({ n: { type: 'integer', enum: ['a'] } }),
    'options.tables.0.schema.properties.n.enum',
    /of type integer/,
  ],
  [
    'a constant of another type',
    tables({ n: { type: 'string', const: 7 } }),
    'options.tables.0.schema.properties.n.const',
    /7 is not of type string/,
  ],
  [
    'a constant beside its enum',
    tables({ n: { enum: [1, 2], const: 3 } }),
    'options.tables.0.schema.properties.n.const',
    /3 is not in the enum/,
  ],
  [
    'an open interval without a number',
    tables({ n: { type: 'integer', exclusiveMinimum: 1, maximum: 1 } }),
    'options.tables.0.schema.properties.n',
    /No number.*Widen/,
  ],
  [
    'a member that must be and cannot',
    tables({ n: {} }, {}, { required: ['m'], additionalProperties: false }),
    'options.tables.0.schema.required',
    /Nothing can be named m/,
  ],
  ['a type that there is not', tables({ n: { type: 'strin' } }), 'options.tables.0.schema', /no JSON Schema 2020-12/],
  [
    'a reference to nothing',
    tables({ n: { $ref: '#/$defs/none' } }),
    'options.tables.0.schema',
    /no JSON Schema 2020-12.*none/,
  ],
  [
    'more rows than an enum, a boolean and a constant combine to',
    tables(
      { a: { enum: ['x', 'y'] }, b: { type: 'boolean' }, c: { const: 1 } },
      { unique: [['a', 'b', 'c']] },
      { required: ['a', 'b', 'c'] },
    ),
    'options.tables.0.unique.0',
    /10 rows cannot all differ in a, b, c: only 4 values.*Ask for fewer rows/,
  ],
  [
    'more different references than there are rows',
    {
      options: {
        tables: [
          { name: 'a', count: 3, schema: { type: 'object', properties: { id: { type: 'integer' } } } },
          {
            name: 'b',
            count: 4,
            unique: [['a_id']],
            schema: { type: 'object', properties: { a_id: { type: 'integer' } } },
            columns: { a_id: { rule: 'reference', table: 'a', column: 'id' } },
          },
        ],
      },
    },
    'options.tables.1.unique.0',
    /only 3 values/,
  ],
  [
    'more different numbers than are drawn',
    tables(
      { n: { type: 'integer' } },
      { unique: [['n']], columns: { n: { rule: 'distribution', distribution: { type: 'uniform', low: 1, high: 5 } } } },
    ),
    'options.tables.0.unique.0',
    /only 5 values/,
  ],
  [
    'different rows of one template',
    tables({ n: { type: 'string' } }, { unique: [['n']], columns: { n: { rule: 'template', template: 'same' } } }),
    'options.tables.0.unique.0',
    /only 1 values/,
  ],
  [
    'a generator of other values',
    rows({ n: { type: 'integer' } }, { n: { rule: 'generator', generator: 'person.full_name' } }),
    'options.tables.0.columns.n',
    /person.full_name gives other values: the schema allows integer/,
  ],
  [
    'a value of another type',
    rows({ n: { type: 'integer' } }, { n: { rule: 'values', values: [{ value: 'x', weight: 1 }] } }),
    'options.tables.0.columns.n',
    /"x" cannot be a value/,
  ],
  [
    'a sequence beyond its limits',
    rows({ n: { type: 'integer', maximum: 5 } }, { n: { rule: 'sequence', start: 1, step: 1 } }),
    'options.tables.0.columns.n',
    /from 1 to 10, which is beyond/,
  ],
  [
    'two constraints that exclude each other',
    tables(
      { a: {}, b: {} },
      {
        constraints: [
          { left: 'a', comparison: '<', right: 'b' },
          { left: 'b', comparison: '<=', right: 'a' },
        ],
      },
    ),
    'options.tables.0.constraints.1',
    /cannot hold together with a < b/,
  ],
  [
    'a constraint against the limits of its columns',
    tables(
      { a: { type: 'integer', maximum: 5 }, b: { type: 'integer', minimum: 9 } },
      { constraints: [{ left: 'a', comparison: '>', right: 'b' }] },
    ),
    'options.tables.0.constraints.0',
    /never holds: the schema limits a to at most 5, and b to at least 9/,
  ],

  ['questions without texts', { engine_id: 'grounded_qa' }, 'input', /say which as input/],
  [
    'a text of too few words',
    qa({ input: texts('Carrow Mill was built in 1783.', 'Carrow Mill') }),
    'input.contexts.1.text',
    /fewer than the 4 words.*leave it out/,
  ],
  ['kinds of no weight', qa({ options: { kinds: { single_hop: 0 } } }), 'options.kinds', /a weight over 0/],
  [
    'a kind that no model makes',
    qa({ options: { kinds: { cloze: 1 } } }),
    'options.kinds.cloze',
    /Rules alone make cloze/,
  ],
  [
    'pairs of passages of one text',
    qa({ options: { kinds: { multi_hop: 1, comparison: 1 } } }),
    'options.kinds',
    /two passages each.*allow single_hop/,
  ],
  [
    'more questions than a model is asked for',
    qa({ count: 19 }),
    'count',
    /at most 18 items of 1 texts, not 19: ask for fewer/,
  ],
  [
    'rules for texts that are not English',
    qa({ input: DUTCH, generator: 'rules' }),
    'input.contexts',
    /none of these is in English: name a model/,
  ],
  [
    'a language for rules',
    qa({ generator: 'rules', options: { language: 'de' } }),
    'options.language',
    /leave out options.language/,
  ],
  ['a model that there is not', qa({ generator: 'nobody' }), 'generator', /Known: rules, writer/],
  ['a cost without a price', qa({ max_cost_usd: 1 }), 'max_cost_usd', /Use max_tokens\.$/],
  [
    'a cost of checks without a price',
    qa({ generator: 'rules', closed_book: true, max_cost_usd: 1 }),
    'max_cost_usd',
    /max_tokens, or leave it out by closed_book: false/,
  ],
  ['a cost of rules', qa({ generator: 'rules', max_cost_usd: 1 }), 'max_cost_usd', /leave out max_cost_usd/],
  [
    'conversations that are asked without passages',
    { engine_id: 'conversation', input: MILL, closed_book: true },
    'closed_book',
    /Only questions/,
  ],

  ['alterations without texts', { engine_id: 'perturb' }, 'input', /say which as input/],
  [
    'a text without words to alter',
    { engine_id: 'perturb', input: texts('... ---') },
    'input.contexts.0.text',
    /fewer than the 1 words/,
  ],
  [
    'more alterations than texts give',
    { input: MILL, count: 102, options: { perturbations: ['typos'] } },
    'count',
    /at most 101 items of 1 texts/,
  ],
  [
    'more paraphrases than ways',
    { input: MILL, count: 7, options: { perturbations: ['paraphrase'] } },
    'count',
    /at most 6 items/,
  ],
  [
    'a paraphrase beside rules',
    { input: MILL, options: { perturbations: ['paraphrase', 'typos'] } },
    'options.perturbations.1',
    /request of their own/,
  ],
  [
    'a strength of a paraphrase',
    { input: MILL, options: { perturbations: ['paraphrase'], strength: 0.5 } },
    'options.strength',
    /leave out strength/,
  ],
  [
    'a strength of nothing',
    { input: MILL, options: { perturbations: ['typos'], strength: 0 } },
    'options.strength',
    /not 0/,
  ],

  ['conversations about nothing', { engine_id: 'conversation' }, 'input', /texts as input, or personas with goals/],
  [
    'an unknown persona',
    { input: MILL, options: { personas: [{ name: 'wizard' }] } },
    'options.personas.0.name',
    /under the name wizard: describe it, or take one of newcomer/,
  ],
  [
    'a persona that wants nothing',
    { options: { personas: [{ ...BAKER, goal: '' }] } },
    'options.personas.0.goal',
    /Without input/,
  ],
  ['two personas of one name', { options: { personas: [BAKER, BAKER] } }, 'options.personas.1.name', /Two personas/],
  [
    'more conversations than a persona has',
    { count: 25, options: { personas: [BAKER] } },
    'count',
    /at most 24 items of the options/,
  ],
  ['no turns', { options: { personas: [BAKER], turns: 0 } }, 'options.turns', /not 0/],

  ['instructions of nothing', { options: { evolve: {} } }, 'input', /say which as input/],
  [
    'an instruction of one word',
    { input: texts('Write!'), options: { evolve: {} } },
    'input.contexts.0.text',
    /fewer than the 2 words/,
  ],
  [
    'more than an instruction evolves to',
    { input: MILL, count: 3, options: { evolve: { operations: ['deepen'], depth: 2 } } },
    'count',
    /at most 2 items/,
  ],
  [
    'an operation that there is not',
    { input: MILL, options: { evolve: { operations: ['shorten' as 'deepen'] } } },
    'options.evolve.operations.0',
    /Use one of/,
  ],

  ['cases of no tool', { engine_id: 'tool_calls' }, 'options.tools', /definition of a tool/],
  ['texts for tools', { input: MILL, options: { tools: [TOOL] } }, 'input', /leave out input/],
  [
    'cases of no kind',
    { options: { tools: [TOOL], tool_kinds: { single: 0 } } },
    'options.tool_kinds',
    /a weight over 0/,
  ],
  [
    'more cases than a tool has',
    { count: 121, options: { tools: [TOOL], tool_kinds: { single: 1 } } },
    'count',
    /at most 120 items/,
  ],
  [
    'options of two engines',
    { options: { tools: [TOOL], personas: [BAKER] } },
    'options.personas',
    /leave it out, or name its engine/,
  ],
];

for (const [what, body, at, message] of CASES) {
  test(`refused: ${what}`, () => {
    const [issue] = issuesOf(body);
    assert.equal(issue?.at, at, issue?.msg);
    assert.match(issue.msg, message);
  });
}

const ACCEPTED: readonly (readonly [what: string, body: SynthesisJobRequest])[] = [
  ['a preview of tables that are smaller than the largest', { ...tables({}), preview: 10 }],
  ['a persona that is built in', { input: MILL, options: { personas: [{ name: 'expert' }] } }],
  ['the default count, of which one text may give fewer', qa({})],
  ['as many as can be', qa({ count: 18 })],
  ['a Chinese sentence without spaces', qa({ input: texts('卡罗磨坊建于一七八三年。') })],
  ['multi-hop questions on one text by rules', qa({ generator: 'rules', options: { kinds: { multi_hop: 1 } } })],
  ['a tool of which no other fits', { options: { tools: [TOOL], tool_kinds: { none: 1 } } }],
];

for (const [what, body] of ACCEPTED) {
  test(`accepted: ${what}`, () => assert.deepEqual(issuesOf(body), []));
}
