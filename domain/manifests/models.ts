/**
 * Manifest of models.
 * @deterministic
 */
import { MODELS_ERRORS } from '../../errors/models.ts';
import type { Manifest } from './manifest.ts';

export const models = {
  tag: null,
  scopes: {},
  kinds: {},
  events: [],
  idPrefixes: [],
  errors: MODELS_ERRORS,
  profiles: {},
  resources: {},
  workflows: {},
  tables: {
    model_call: { by: 'sweep', step: 'removeOldModelCalls' },
    model_rate: { by: 'nothing', because: 'A row for each model that has a limit of calls.' },
  },
  objects: {},
} as const satisfies Manifest;
