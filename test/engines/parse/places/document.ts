/** The lists of places as a page of the documentation. */
import { FORMATS } from './formats.ts';
import type { Decision, Format } from './place.ts';

const HEAD = `# What is read of a file

For each format, the places that can hold text or a value, and what becomes of them. A test makes a file for each place, reads it and compares. It
also writes this page: \`node --test --test-update-snapshots test/engines/parse/places/document.test.ts\`.

- **out**: it is in the Markdown, or in the title, the authors or the properties of the document. Options of the request are named where
  they decide.
- **warned**: it is left out, and the warning says how many.
- **no content**: it is left out, because it is not part of what the document says.

What a file has beyond a limit is in [parsing.md](parsing.md#warnings).
`;

const optionOf = (options: object): string =>
  Object.entries(options)
    .map(([name, value]) => `\`${name}: ${value}\``)
    .join(', ');

function inWords(decision: Decision): string {
  switch (decision.kind) {
    case 'out':
      return decision.unless === undefined ? 'out' : `out, unless ${optionOf(decision.unless)}`;
    case 'chosen': {
      const chosen = `out with ${optionOf(decision.by)}`;
      return decision.otherwise === undefined ? chosen : `${chosen}, else warned: \`${decision.otherwise}\``;
    }
    case 'warned':
      return `warned: \`${decision.code}\``;
    case 'none':
      return `no content: ${decision.why}`;
  }
}

const section = ({ name, places }: Format): string =>
  [
    `## ${name}`,
    '',
    '| place | result |',
    '|---|---|',
    ...places.map(([place, decision]) => `| ${place} | ${inWords(decision)} |`),
    '',
  ].join('\n');

export const placesPage = (): string => [HEAD, ...FORMATS.map(section)].join('\n');
