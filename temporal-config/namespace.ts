/** Required settings of the Temporal namespace, as data. `apply.ts` applies them. */
import { SEARCH_ATTRIBUTES } from '../domain/jobs/model.ts';

/** How long Temporal retains a closed workflow and rejects reuse of its ID, in days. */
export const RETENTION_DAYS = 30;

/** Custom search attributes and their types. A SQL visibility store allows at most ten of type Keyword. */
export const SEARCH_ATTRIBUTE_TYPES = {
  [SEARCH_ATTRIBUTES.kind]: 'Keyword',
  [SEARCH_ATTRIBUTES.state]: 'Keyword',
  [SEARCH_ATTRIBUTES.tenant]: 'Keyword',
  [SEARCH_ATTRIBUTES.parent]: 'Keyword',
  [SEARCH_ATTRIBUTES.batch]: 'Keyword',
} as const;
