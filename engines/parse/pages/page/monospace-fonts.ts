/** Names of the monospaced fonts, each with its advance in em if it could be measured. */
export type MonospaceFonts = ReadonlyMap<string, number | null>;

export const NO_MONOSPACE: MonospaceFonts = new Map();
