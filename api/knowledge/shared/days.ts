/** Days in the contract: dates without a time, in UTC; both ends of a period belong to it. */
import { Nullable, Text } from '../../contract/schema.ts';

export const Day = (description: string, example: string) => Text(description, example, { format: 'date' });

/** The days of a period; `null`: open on that side. */
export const periodMembers = {
  from: Nullable(Day('First day; `null`: open.', '2021-01-01')),
  to: Nullable(Day('Last day; `null`: open.', '2021-12-31')),
};
