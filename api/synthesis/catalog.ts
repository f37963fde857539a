/** Engines of synthesis in the contract. */
import type { Static } from 'typebox';
import { SYNTHESIS_ENGINES } from '../../engines/synthesis/catalog.ts';
import { Flag, List, Named, Text } from '../contract/schema.ts';

export const SynthesisEngineList = Named('SynthesisEngineList', 'The engines of synthesis.', {
  items: List(
    Named('SynthesisEngine', 'An engine.', {
      engine_id: Text('The engine.', 'schema_rows'),
      description: Text('What it makes.', 'Rows that are valid against a JSON Schema.'),
      item: Text('What an item is: `row`, `question` or `text`.', 'row'),
      needs_model: Flag('Whether it needs a language model.', false),
      modes: List(Text('`sync` or `job`.', 'job'), 'How it runs.'),
    }),
    'The engines.',
  ),
});

export const listEngines = (): Static<typeof SynthesisEngineList> => ({
  items: SYNTHESIS_ENGINES.map(({ engineId, description, item, needsModel }) => ({
    engine_id: engineId,
    ...{ description, item, needs_model: needsModel, modes: ['sync', 'job'] },
  })),
});
