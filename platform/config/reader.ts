/**
 * Typed access to environment variables for the parts of the settings. A problem is one line that names the variable
 * and the fix.
 */
import { readSecretFiles } from './secret-files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingsReader {
  readonly env: Environment;
  readonly problems: string[];
  readonly text: (name: string, fallback?: string) => string;
  readonly integer: (name: string, fallback: number, minimum: number) => number;
  /** A number that is not negative, such as a price. */
  readonly number: (name: string, fallback: number) => number;
  readonly integers: (name: string, fallback: readonly number[]) => readonly number[];
  readonly flag: (name: string, fallback: boolean) => boolean;
  /** The first word is the default. */
  readonly word: <T extends string>(name: string, words: readonly [T, ...T[]]) => T;
  readonly list: (name: string, fallback: string) => string[];
}

/** A reader of these variables, including secrets in files. It collects errors in `problems`. */
export function openReader(environment: Environment): SettingsReader {
  const problems: string[] = [];
  const env = readSecretFiles(environment, problems);

  const text = (name: string, fallback?: string): string => {
    const value = env[name]?.trim() || fallback;
    if (value === undefined)
      problems.push(`${name} is not set. Fix: set it, or start the embedded stack with "npm start".`);
    return value ?? '';
  };
  const integer = (name: string, fallback: number, minimum: number): number => {
    const raw = env[name]?.trim();
    if (!raw) return fallback;
    const value = Number(raw);
    if (!Number.isSafeInteger(value) || value < minimum) {
      problems.push(`${name} is "${raw}". Fix: give a whole number of at least ${minimum}.`);
    }
    return value;
  };
  const number = (name: string, fallback: number): number => {
    const raw = env[name]?.trim();
    if (!raw) return fallback;
    if (!/^\d{1,9}(\.\d{1,9})?$/.test(raw)) problems.push(`${name} is "${raw}". Fix: give a number, such as 0.15.`);
    return Number(raw);
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const raw = env[name]?.trim() || (fallback ? 'on' : 'off');
    if (raw !== 'on' && raw !== 'off') problems.push(`${name} is "${raw}". Fix: set it to on or off.`);
    return raw === 'on';
  };
  const word = <T extends string>(name: string, words: readonly [T, ...T[]]): T => {
    const raw = env[name]?.trim() || words[0];
    const found = words.find((candidate) => candidate === raw);
    if (found === undefined) problems.push(`${name} is "${raw}". Fix: use one of ${words.join(', ')}.`);
    return found ?? words[0];
  };
  const list = (name: string, fallback: string): string[] =>
    (env[name] ?? fallback)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);

  const integers = (name: string, fallback: readonly number[]): readonly number[] => {
    const raw = list(name, fallback.join(','));
    if (raw.every((item) => /^[1-9][0-9]{0,9}$/.test(item))) return raw.map(Number);
    problems.push(`${name} is "${raw.join(',')}". Fix: give whole numbers above zero, separated by commas.`);
    return fallback;
  };

  return { env, problems, text, integer, number, integers, flag, word, list };
}
