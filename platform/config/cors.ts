/** Origins that browsers may use the API from. */
import type { SettingsReader } from './reader.ts';

/** As browsers send them: anything else would never be equal to one. */
export function readCorsOrigins({ list, problems }: SettingsReader): readonly string[] {
  const origins = list('CORS_ALLOWED_ORIGINS', '');
  const wrong = origins.filter((origin) => !/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong.length > 0) {
    problems.push(
      `CORS_ALLOWED_ORIGINS holds "${wrong.join('", "')}". Fix: give origins such as https://app.example.com, in lower case and without a path, separated by commas; "*" is not taken.`,
    );
  }
  return origins;
}
