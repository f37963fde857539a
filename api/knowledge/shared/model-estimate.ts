/** What calls of a language model would take, in the contract. */
import { Type } from 'typebox';
import { Named, Nullable, Text, Whole } from '../../contract/schema.ts';

export const estimatedUsd = Nullable(
  Type.Number({ description: 'US dollars.', examples: [0.42], minimum: 0 }),
  'What that costs; `null` when the settings of the model give no price.',
);

export const ModelEstimate = Named('KnowledgeModelEstimate', 'What calls of a language model would take.', {
  model: Text('Name of the model in the settings.', 'main'),
  calls: Whole('Number of calls. Repairs of broken output are not included.', 21),
  input_tokens: Whole('Estimated tokens of the requests.', 41_000),
  output_tokens: Whole('Estimated tokens of the answers.', 6800),
  usd: estimatedUsd,
});
