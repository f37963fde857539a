/** How the parts of the settings read the environment. A problem is one line that names the variable and the fix. */
export interface SettingsReader {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly problems: string[];
  readonly text: (name: string, fallback?: string) => string;
  readonly integer: (name: string, fallback: number, minimum: number) => number;
  readonly list: (name: string, fallback: string) => string[];
}
