/** Errors of a source, its engines or its result. */
import type { ErrorEntries } from './entry.ts';

export const PARSE_ERRORS = {
  encrypted: {
    title: 'The document is encrypted',
    status: null,
    retryable: false,
    fix:
      'For a PDF, name the secret with its password in options.password_ref; else remove the password, and ' +
      'submit the document again.',
  },
  corrupt: {
    title: 'The document is damaged',
    status: null,
    retryable: false,
    fix: 'Open the document in its own application and save it again.',
  },
  empty: {
    title: 'The source has no content',
    status: null,
    retryable: false,
    fix: 'Submit a source that is not empty.',
  },
  unsupported_type: {
    title: 'No engine supports this type',
    status: null,
    retryable: false,
    fix: 'See GET /v1/parse/engines for the supported types.',
  },
  unsupported_script: {
    title: 'The script cannot be recognized',
    status: null,
    retryable: false,
    fix: 'Text recognition reads the scripts in `supported`. Use an engine that supports the script.',
  },
  fetch_failed: {
    title: 'The URL could not be fetched',
    status: null,
    retryable: true,
    fix: 'Check that the URL is reachable, then retry the job.',
  },
  no_browser: {
    title: 'The worker has no browser',
    status: null,
    retryable: false,
    fix: 'Ask the operator to run npm run setup:browser for the workers, or omit the option in `field`.',
  },
  invalid_selector: {
    title: 'The selector is not CSS',
    status: null,
    retryable: false,
    fix: 'Write options.wait_for as a CSS selector that browsers know, as for document.querySelector.',
  },
  output_too_large: {
    title: 'The Markdown is too large',
    status: null,
    retryable: false,
    fix: 'Submit part of the document, such as a page range, or ask the operator to raise MAX_MARKDOWN_BYTES.',
  },
  format_not_made: {
    title: 'The document was not made in this format',
    status: 404,
    retryable: false,
    fix:
      'Request the format in options.formats when parsing the source. GET /v1/documents/{documentId} lists what ' +
      'exists.',
  },
  too_complex: {
    title: 'The document is too complex',
    status: null,
    retryable: false,
    fix: 'Split the source into smaller ones, or simplify it (fewer nested tables, drawings or styles).',
  },
} as const satisfies ErrorEntries;
