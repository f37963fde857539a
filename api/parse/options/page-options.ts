/** Options of web pages: how they are fetched, rendered and read. */
import { Type } from 'typebox';
import { parse, SelectorType } from 'css-what';
import { Flag, Named, SECRET_REF_PATTERN, Text, Whole } from '../../contract/schema.ts';
import { HEADER_NAME_PATTERN } from '../../contract/sent-headers.ts';
import type { ValidationIssue } from '../../contract/validation.ts';

/** A page may load for about as long again. */
const MAX_WAIT_MS = 20_000;

export const RequestHeadersSchema = Type.Record(
  Type.String({ pattern: HEADER_NAME_PATTERN }),
  Type.Union(
    [
      Text('The value. It is stored with the job, so it must not be a credential.', 'de', { maxLength: 1024 }),
      Named('HeaderSecret', 'A value that only the service knows.', {
        secret_ref: Text(
          'Name of the secret, as the operator has set it (`SECRET_REQUEST_…`): docs/parsing.md.',
          'wiki',
          {
            pattern: SECRET_REF_PATTERN,
          },
        ),
        prefix: Type.Optional(Text('What is written before it. Default: nothing.', 'Bearer ', { maxLength: 100 })),
      }),
    ],
    { description: 'Its value, or the name of the secret with it.' },
  ),
  {
    description:
      'Headers of the request for a URL, by name. They are sent to its own origin only, not to another one ' +
      'after a redirect. A page that was fetched with them is not rendered.',
    maxProperties: 20,
    additionalProperties: false,
    examples: [{ 'accept-language': 'de', authorization: { secret_ref: 'wiki', prefix: 'Bearer ' } }],
  },
);

export const pageOptions = {
  request_headers: Type.Optional(RequestHeadersSchema),
  wait_for: Type.Optional(
    Type.Union(
      [
        Text('CSS selector of an element that must exist. Other notations are refused.', '#results', {
          minLength: 1,
          maxLength: 500,
        }),
        Whole('Milliseconds.', 2000, { maximum: MAX_WAIT_MS }),
      ],
      {
        description:
          'Renders a web page in a browser, and reads it only when an element exists (after 20 s it is read as ' +
          'it is, with a warning), or after a time.',
      },
    ),
  ),
  screenshot: Type.Optional(
    Flag(
      'Renders a web page in a browser, and adds a picture of it to the images of the document: ' +
        '`screenshot.png`, 1280 pixels wide and up to 5000 high. Default `false`.',
      true,
    ),
  ),
};

/** As it may begin; the parser takes any character. */
const TAG = /^[\p{L}_\\-]/u;

/** Only CSS: what browsers do not know of it is found out when the page is rendered. */
export function selectorIssues(wait_for: string | number | null): ValidationIssue[] {
  if (typeof wait_for !== 'string' || isSelector(wait_for)) return [];
  const msg = 'This is not a CSS selector. Write one as for document.querySelector, for example #results.';
  return [{ loc: ['body', 'options', 'wait_for'], msg, type: 'selector' }];
}

function isSelector(text: string): boolean {
  try {
    return parse(text).every((steps) => steps.every((step) => step.type !== SelectorType.Tag || TAG.test(step.name)));
  } catch {
    return false;
  }
}
