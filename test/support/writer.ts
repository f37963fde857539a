/** A model that writes items of a synthesis, as the settings describe it. Nothing listens at its address. */
import type { ModelConfig } from '../../platform/config/models.ts';

export const WRITER: ModelConfig = {
  name: 'writer',
  kind: 'chat',
  url: 'http://127.0.0.1/v1',
  id: 'w',
  dimensions: 0,
  contextTokens: null,
  prefixes: { query: '', passage: '' },
  price: null,
  callsPerMinute: null,
  callsAtOnce: 8,
  silenceMs: 1000,
};
