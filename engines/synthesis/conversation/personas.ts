/** Who talks to the assistant, and how. */
import { Type } from 'typebox';
import type { Static } from 'typebox';

export const PersonaShape = Type.Object({
  name: Type.String(),
  description: Type.String(),
  /** What the persona wants; empty: the scene says it. */
  goal: Type.String(),
});
export type Persona = Static<typeof PersonaShape>;

/** Personas of requests that name none. */
export const PERSONAS: readonly Persona[] = [
  { name: 'newcomer', description: 'New to the subject, curious, asks what words mean.', goal: '' },
  { name: 'expert', description: 'Knows the field well, asks precisely, wants short answers.', goal: '' },
  { name: 'hurried', description: 'In a hurry, writes a few words at a time, gets impatient.', goal: '' },
  { name: 'sceptic', description: 'Doubts what is said, asks how the assistant knows.', goal: '' },
  { name: 'talkative', description: 'Friendly, tells of their own life, comes to the point late.', goal: '' },
];

export const SCENES = [
  'Each question follows from the last answer.',
  'The user has a problem, and tells more of it as the assistant asks.',
  'The user misunderstands something at first, and the assistant sets it right.',
  'The user compares two possibilities before a decision.',
  'The user comes back to something that was said earlier in the conversation.',
  'The user asks for something that the assistant does not know, and the assistant says so.',
] as const;

export const OPENINGS = [
  'It begins with a plain question.',
  'It begins with a greeting.',
  'It begins with a wrong assumption.',
  'It begins with a sentence that is no question.',
] as const;
