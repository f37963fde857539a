/** Settings of CORS: the origins that may use the API from a browser. */
import type { SettingsReader } from './reader.ts';

/** Origins in the exact form that browsers send; any other spelling would never match. */
export function readCorsOrigins({ list, problems }: SettingsReader): readonly string[] {
  const origins = list('CORS_ALLOWED_ORIGINS', '');
  const wrong = origins.filter((origin) => !/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong.length > 0) {
    problems.push(
      `CORS_ALLOWED_ORIGINS holds "${wrong.join('", "')}". Fix: give origins such as https://app.example.com, ` +
        'in lower case and without a path, separated by commas; "*" is not accepted.',
    );
  }
  return origins;
}
