/** Content in several variants, for programs of different age. */
import { descend, type XmlElement } from '../../../documents/xml.ts';

/** The first variant is the newest; the others repeat it for older programs. */
export function alternative(alternatives: XmlElement | undefined): XmlElement | undefined {
  return descend(alternatives, 'mc:Choice') ?? descend(alternatives, 'mc:Fallback');
}
