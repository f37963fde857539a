/** A place where a file of a format can hold text or a value, and what is decided about it. */
import type { WarningCode } from '../../../../engines/parse/documents/warnings.ts';
import type { ParseOptions } from '../../../../engines/parse/options.ts';

/** A word that no reader, warning or file has by itself. */
export const MARKER = 'Quillwort';

export type Decision =
  /** It is in the document; `unless` an option says otherwise. */
  | { readonly kind: 'out'; readonly unless?: Partial<ParseOptions> }
  /** It is in the document if a request chooses it by an option; `otherwise` a warning counts it. */
  | { readonly kind: 'chosen'; readonly by: Partial<ParseOptions>; readonly otherwise?: WarningCode }
  | { readonly kind: 'warned'; readonly code: WarningCode }
  /** It is no content of the document, for a reason that readers of the documentation get. */
  | { readonly kind: 'none'; readonly why: string };

/** Name for readers of the documentation, decision, and a file with the marker at this place. */
export type Place = readonly [name: string, decision: Decision, file: string | Uint8Array];

export interface Format {
  readonly name: string;
  /** The first is that of the files; all have the same reader and the same places. */
  readonly mediaTypes: readonly [string, ...string[]];
  readonly places: readonly Place[];
}

export const OUT: Decision = { kind: 'out' };
export const unless = (option: Partial<ParseOptions>): Decision => ({ kind: 'out', unless: option });
export const chosenBy = (option: Partial<ParseOptions>, otherwise?: WarningCode): Decision => ({
  kind: 'chosen',
  by: option,
  ...(otherwise !== undefined && { otherwise }),
});
export const warned = (code: WarningCode): Decision => ({ kind: 'warned', code });
export const none = (why: string): Decision => ({ kind: 'none', why });
