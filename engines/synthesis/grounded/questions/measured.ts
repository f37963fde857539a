/** What a number measures, as two of them can be compared. */
import type { GroundedFact } from '../reading/fact.ts';

export interface Measured {
  /** Behind "which tower": "is taller". */
  readonly asked: string;
  readonly unit: string;
  readonly value: number;
}

const GREATER: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tall: 'taller',
    high: 'higher',
    long: 'longer',
    wide: 'wider',
    deep: 'deeper',
    thick: 'thicker',
  }),
);
/** "120 metres"; "4,000"; not "12 to 14 metres". */
const AMOUNT =
  /^(?:about |around |approximately |nearly |almost |roughly |over |more than )?(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,4})? ?(\p{L}{0,20})$/u;

/** `null` for what is no measure. Units are not converted: metres are compared with metres. */
export function measuredIn({ kind, asked, object }: GroundedFact): Measured | null {
  if (kind !== 'number' || asked === null || object.label.length > LONGEST) return null;
  const [, whole, part = '', unit = ''] = AMOUNT.exec(object.label) ?? [];
  if (whole === undefined) return null;
  const value = Number(`${whole.replaceAll(',', '')}${part}`);
  const [, adjective = ''] = /^How (\p{L}+) (?:is|was) $/u.exec(asked[0]) ?? [];
  const greater = GREATER.get(adjective);
  if (greater !== undefined && asked[1] === '?') return { asked: `is ${greater}`, unit, value };
  const [, noun] = /^What (?:is|was) the (\p{L}+(?: \p{L}+)?) of $/u.exec(asked[0]) ?? [];
  if (noun === undefined || asked[1] !== '?') return null;
  return { asked: `has the greater ${noun}`, unit, value };
}

const LONGEST = 60;
