/** Engines of synthesis in the contract. */
import type { Static } from 'typebox';
import { SYNTHESIS_ENGINES } from '../../engines/synthesis/catalog.ts';
import { SYNTHESIS_TASK_QUEUE } from '../../domain/manifests/synthesis.ts';
import { availabilityOf } from '../../engines/availability.ts';
import type { Availability } from '../../engines/availability.ts';
import { EngineAvailability } from '../jobs/availability.ts';
import type { Services } from '../services.ts';
import { generatorsOf } from './generator.ts';
import { Flag, List, Named, Text } from '../contract/schema.ts';

export const SynthesisEngineList = Named('SynthesisEngineList', 'The engines of synthesis.', {
  items: List(
    Named('SynthesisEngine', 'An engine.', {
      engine_id: Text('The engine.', 'schema_rows'),
      description: Text('What it makes.', 'Rows that are valid against a JSON Schema.'),
      item: Text('What an item is: `row`, `question`, `text`, `conversation`, `instruction` or `tool_case`.', 'row'),
      needs_model: Flag('Whether it needs a language model.', false),
      generators: List(Text('`rules`, or the name of a model.', 'rules'), 'Who can make its items here and now.'),
      availability: EngineAvailability,
      modes: List(Text('`sync` or `job`.', 'job'), 'How it runs.'),
    }),
    'The engines.',
  ),
});

export async function listEngines({ models, probes }: Pick<Services, 'models' | 'probes'>) {
  const items = SYNTHESIS_ENGINES.map(async ({ engineId, description, item, makers }) => {
    const generators = generatorsOf(models, makers);
    const ready = { secret: null, task_queue: SYNTHESIS_TASK_QUEUE };
    return {
      engine_id: engineId,
      description,
      item,
      needs_model: !makers.includes('rules'),
      generators: [...generators],
      availability: generators.length === 0 ? { ...NEEDS_MODEL } : { ...(await availabilityOf(ready, probes)) },
      modes: ['sync', 'job'],
    };
  });
  return { items: await Promise.all(items) } satisfies Static<typeof SynthesisEngineList>;
}

const NEEDS_MODEL: Availability = { status: 'needs_model', message: 'Configure a language model (docs/models.md).' };
