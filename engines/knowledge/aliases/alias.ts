/** What an alias is: another name of an entity, as a text shows it. */
import type { Span } from '../../text/span.ts';
import type { AliasRule } from '../options.ts';

/** That a text uses one name for what another one names. The span is the evidence. */
export interface Alias extends Span {
  /** Normal form, of a name of the chunk. */
  readonly alias: string;
  /**
   * Normal form of what it stands for: of the rule `initials`, the alias itself, the initials and the last name of the
   * full one.
   */
  readonly name: string;
  readonly rule: AliasRule;
}
