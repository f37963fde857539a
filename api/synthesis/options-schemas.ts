/** What each engine of synthesis takes. */
import { Type } from 'typebox';
import {
  EVOLUTION_NAMES,
  MOST_DEPTH,
  MOST_TURNS,
  PARAPHRASE,
  PERTURBATION_NAMES,
  QUESTION_KINDS,
  TOOL_KINDS,
} from '../../engines/synthesis/options.ts';
import { Decimal, KeptObject, List, Named, Text, Whole, Word } from '../contract/schema.ts';

export const MOST_ITEMS = 100_000;

const Table = Named('SynthesisTable', 'A table of rows.', {
  name: Text('Its name.', 'customers', { minLength: 1, maxLength: 63, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
  count: Whole('Rows.', 100, { minimum: 1, maximum: MOST_ITEMS }),
  schema: KeptObject('JSON Schema 2020-12 of a row, which is an object.', {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' } },
  }),
  columns: Type.Optional(
    KeptObject('Rules by column, see docs/synthesis.md. A column without one follows its schema.', {
      id: { rule: 'sequence', start: 1, step: 1 },
    }),
  ),
  unique: Type.Optional(
    List(
      List(Text('A column.', 'id'), 'Columns whose values together differ in all rows.', { minItems: 1, maxItems: 5 }),
      'What is different in all rows.',
      { maxItems: 10 },
    ),
  ),
  constraints: Type.Optional(
    List(
      Named('SynthesisConstraint', 'What must hold between two columns of a row.', {
        left: Text('A column.', 'ends_at'),
        comparison: Text('`<`, `<=`, `=`, `!=`, `>=` or `>`.', '>='),
        right: Text('A column.', 'starts_at'),
      }),
      'What must hold in each row.',
      { maxItems: 50 },
    ),
  ),
});

const weight = Decimal('Weight of the kind; 0: none.', 1, { title: 'SynthesisWeight', minimum: 0, maximum: 1000 });
export const SynthesisOptions = Named('SynthesisOptions', 'What an engine takes.', {
  language: Type.Optional(
    Text('The language that a model writes, as a BCP 47 tag. Default: that of the texts.', 'de', {
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
    }),
  ),
  tables: Type.Optional(
    List(Table, '`schema_rows`: the tables, those first that others refer to.', { minItems: 1, maxItems: 20 }),
  ),
  kinds: Type.Optional(
    Named(
      'SynthesisQuestionKinds',
      '`grounded_qa`: weights of the kinds of questions. Default: all alike, but for `cloze`.',
      Object.fromEntries(QUESTION_KINDS.map((kind) => [kind, Type.Optional(weight)])),
    ),
  ),
  perturbations: Type.Optional(
    List(
      Word([...PERTURBATION_NAMES, PARAPHRASE], 'A perturbation.'),
      '`perturb`: which ones. Default: all that rules make. `paraphrase` needs a model, and stands alone.',
      { minItems: 1, uniqueItems: true },
    ),
  ),
  personas: Type.Optional(
    List(
      Named('SynthesisPersona', 'Who talks to the assistant.', {
        name: Text('Its name.', 'baker', { minLength: 1, maxLength: 100 }),
        description: Type.Optional(
          Text(
            'Who it is, and how it writes. Needed unless the name is that of a built-in persona: `newcomer`, ' +
              '`expert`, `hurried`, `sceptic`, `talkative`.',
            'Owns a bakery, in a hurry.',
            { minLength: 1, maxLength: 1000 },
          ),
        ),
        goal: Type.Optional(
          Text('What it wants. Needed without `input`.', 'Find out which flour to order.', { maxLength: 1000 }),
        ),
      }),
      '`conversation`: who talks to the assistant. Default: five kinds of users, if there is `input`.',
      { minItems: 1, maxItems: 50 },
    ),
  ),
  turns: Type.Optional(
    Whole('`conversation`: messages of the user. Default 3.', 3, { minimum: 1, maximum: MOST_TURNS }),
  ),
  evolve: Type.Optional(
    Named('SynthesisEvolve', '`evolve`: how instructions are changed.', {
      operations: Type.Optional(
        List(Word([...EVOLUTION_NAMES], 'An operation.'), 'Which operations the seed draws from. Default: all.', {
          minItems: 1,
          uniqueItems: true,
        }),
      ),
      depth: Type.Optional(
        Whole('Operations one after the other, each of which gives an item. Default 2.', 2, {
          minimum: 1,
          maximum: MOST_DEPTH,
        }),
      ),
    }),
  ),
  tools: Type.Optional(
    List(
      Named('SynthesisTool', 'A tool of an assistant.', {
        name: Text('Its name.', 'get_weather', { pattern: '^[A-Za-z0-9_-]{1,64}$' }),
        description: Text('What it does.', 'The weather of a place.', { minLength: 1, maxLength: 2000 }),
        parameters: KeptObject(
          'JSON Schema 2020-12 of its arguments, which are an object. Its patterns are in the syntax of RE2.',
          {
            type: 'object',
            required: ['place'],
            properties: { place: { type: 'string' } },
          },
        ),
      }),
      '`tool_calls`: the tools.',
      { minItems: 1, maxItems: 64 },
    ),
  ),
  tool_kinds: Type.Optional(
    Named(
      'SynthesisToolKinds',
      '`tool_calls`: weights of the kinds of cases: one call, several at once, no tool that fits. Default 3, 1, 1.',
      Object.fromEntries(TOOL_KINDS.map((kind) => [kind, Type.Optional(weight)])),
    ),
  ),
  strength: Type.Optional(
    Decimal('`perturb`: share of the words that are altered. Default 0.1.', 0.1, { minimum: 0.01, maximum: 1 }),
  ),
});
