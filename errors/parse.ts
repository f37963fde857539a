/** What can be wrong with a source, its engines or its result. */
import type { ErrorEntries } from './entry.ts';

export const PARSE_ERRORS = {
  encrypted: {
    title: 'The document is encrypted',
    status: null,
    retryable: false,
    fix: 'Remove the password and submit the document again.',
  },
  corrupt: {
    title: 'The document is damaged',
    status: null,
    retryable: false,
    fix: 'Open the document in its own application and save it again.',
  },
  empty: {
    title: 'The source holds no content',
    status: null,
    retryable: false,
    fix: 'Submit a source that is not empty.',
  },
  unsupported_type: {
    title: 'No engine reads this type',
    status: null,
    retryable: false,
    fix: 'See GET /v1/parse/engines for the types that are read.',
  },
  unsupported_script: {
    title: 'The script cannot be recognised',
    status: null,
    retryable: false,
    fix: 'Latin, Chinese and Japanese can be recognised; use an engine that knows the script.',
  },
  fetch_failed: {
    title: 'The address could not be read',
    status: null,
    retryable: true,
    fix: 'Check that the address answers, then retry the job.',
  },
  output_too_large: {
    title: 'The Markdown is too large',
    status: null,
    retryable: false,
    fix: 'Submit a part of the document, such as a range of its pages, or have the operator raise MAX_MARKDOWN_BYTES.',
  },
  too_complex: {
    title: 'The document takes too much work',
    status: null,
    retryable: false,
    fix: 'Split the source into smaller ones, or simplify it (fewer nested tables, drawings or styles).',
  },
} as const satisfies ErrorEntries;
