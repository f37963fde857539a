/** What the service needs of its Temporal namespace, as data. `apply.ts` puts it into effect. */
import { SEARCH_ATTRIBUTES } from '../domain/jobs/model.ts';

/** Days for which Temporal remembers a closed workflow, and with it refuses its ID to another job. */
export const RETENTION_DAYS = 30;

/** Custom search attributes and their types. A SQL visibility store has room for ten of type Keyword. */
export const SEARCH_ATTRIBUTE_TYPES = {
  [SEARCH_ATTRIBUTES.kind]: 'Keyword',
  [SEARCH_ATTRIBUTES.state]: 'Keyword',
  [SEARCH_ATTRIBUTES.tenant]: 'Keyword',
  [SEARCH_ATTRIBUTES.parent]: 'Keyword',
} as const;
