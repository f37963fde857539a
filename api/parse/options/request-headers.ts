/** `options.request_headers` of a request, as far as it can be judged before the fetch. */
import type { Static } from 'typebox';
import { isRendered } from '../../../domain/parse/page-request.ts';
import type { HeaderValue, PageRequest } from '../../../domain/parse/page-request.ts';
import { headerSecretFor, headerSecretName } from '../../../domain/parse/secrets.ts';
import { openIssues } from '../../contract/issues.ts';
import { isCredential, isHeaderValue, isOwnHeader } from '../../contract/sent-headers.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import type { RequestHeadersSchema } from './page-options.ts';
import type { PlacedLocator } from '../sources.ts';

/** Headers that would make the server send something other than the whole document. */
const OF_FETCHES = /^(accept-encoding|range|if-.*|proxy-.*|sec-.*)$/;

export async function readRequestHeaders(
  { secrets }: Pick<Services, 'secrets'>,
  given: Static<typeof RequestHeadersSchema> = {},
  page: Omit<PageRequest, 'headers'>,
  locators: readonly PlacedLocator[],
): Promise<{ readonly page: PageRequest; readonly issues: readonly ValidationIssue[] }> {
  const { issues, fault } = openIssues('request_headers', 'options', 'request_headers');
  const origins = new Set(
    locators.flatMap(({ locator }) => (locator.kind === 'url' ? new URL(locator.url).origin : [])),
  );
  const headers: Record<string, HeaderValue> = {};
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase();
    if (isOwnHeader(name) || OF_FETCHES.test(name))
      fault([written], 'The service writes this header itself. Remove it.');
    else if (Object.hasOwn(headers, name)) fault([written], 'This header appears twice.');
    if (typeof value === 'string') {
      if (isCredential(name)) {
        fault(
          [written],
          'Options are stored with the job, so they must not contain credentials. Use {"secret_ref": "…"}.',
        );
      } else if (!isHeaderValue(value)) fault([written], 'A header value must be printable text on one line.');
      headers[name] = value;
      continue;
    }
    const { secret_ref, prefix = '' } = value;
    const secret = headerSecretName(secret_ref);
    const words = await secrets.read(secret);
    const refused = [...origins].find((origin) => headerSecretFor(words, origin) === null);
    if (words.length === 0) {
      fault(
        [written, 'secret_ref'],
        `There is no secret with this name. The operator sets it as ${secret}: see docs/parsing.md.`,
      );
    } else if (refused !== undefined) {
      fault(
        [written, 'secret_ref'],
        `This secret is not for ${refused}. The operator lists its origins in ${secret}: see docs/parsing.md.`,
      );
    }
    if (!isHeaderValue(prefix)) fault([written, 'prefix'], 'A header value must be printable text on one line.');
    headers[name] = { secret_ref, prefix };
  }
  const asked = { ...page, headers };
  if (Object.keys(headers).length > 0 && isRendered(asked)) {
    fault([], 'A page that is fetched with headers is not rendered. Omit them, or wait_for and screenshot.');
  }
  return { page: asked, issues };
}
