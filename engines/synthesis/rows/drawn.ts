/** The schema that rows are drawn from. */
import { MOST, schemasIn } from './check-limits.ts';
import type { Table } from './request.ts';

/** Lengths are drawn up to these. */
const LONGEST = { maxLength: MOST.minLength, maxItems: MOST.minItems, maxContains: MOST.minContains } as const;

/** The schema with lengths that can be made: a text of a hundred million characters may be valid, but none is drawn. */
export function drawnSchema(schema: Table['schema']): Table['schema'] {
  const drawn = structuredClone(schema);
  for (const { schema: part } of schemasIn(drawn)) {
    for (const [name, most] of Object.entries(LONGEST)) {
      const given = part[name];
      if (typeof given === 'number' && given > most) Object.assign(part, { [name]: most });
    }
  }
  return drawn;
}
