import { guessLanguage } from '../../text/language.ts';

/** Whether rules find the facts of a text: they know English alone. */
export const canReadFacts = (text: string): boolean => guessLanguage(text) === 'en';
