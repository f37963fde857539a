/** The name of a session in the contract. */
import { Text } from '../../contract/schema.ts';

export const SessionId = Text('A name for the session.', 'travel-questions', {
  title: 'SessionId',
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$',
});
