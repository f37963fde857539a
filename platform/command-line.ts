/** Parses the arguments of the project's commands. */
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * The options that a command was called with. Prints the usage and exits with 0 for `--help`, with 2 for an unknown
 * option.
 */
export function readOptions<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  return parse(usage, { options: { ...options, ...HELP } }).values;
}

/** The positional arguments of a command without options. Exits like {@link readOptions}. */
export function readWords(usage: string): string[] {
  return parse(usage, { options: HELP, allowPositionals: true }).positionals;
}

/** The options and the positional arguments, as `words`, of a command. Exits like {@link readOptions}. */
export function readArguments<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  const { values, positionals } = parse(usage, { options: { ...options, ...HELP }, allowPositionals: true });
  return { ...values, words: positionals };
}

function parse<T extends { readonly options: ParseArgsOptionsConfig; readonly allowPositionals?: boolean }>(
  usage: string,
  config: T,
) {
  try {
    const parsed = parseArgs(config);
    if (!('help' in parsed.values)) return parsed;
    process.stdout.write(`usage: ${usage}\n`);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error;
    const [reason = ''] = error.message.split('. ');
    process.stderr.write(`${reason}.\nusage: ${usage}\n`);
    process.exit(2);
  }
}
