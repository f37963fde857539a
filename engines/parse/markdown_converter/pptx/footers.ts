/** Heads, feet, dates and numbers of slides: the same on every slide. */
import { textOf, type XmlElement } from '../../documents/xml.ts';
import type { SlideContext } from './context.ts';
import type { Placeholder } from './placeholders.ts';

const KINDS = /^(dt|ftr|sldNum|hdr)$/;

/**
 * Whether the shape is left out, by `options.headers`: `first` writes heads and feet, each text once, and `keep` those
 * of every slide with the dates. The numbers of slides are never written.
 */
export function isOmittedFooter(
  shape: XmlElement,
  placeholder: Placeholder | null,
  { options, written }: SlideContext,
): boolean {
  const type = placeholder?.type ?? '';
  if (!KINDS.test(type)) return false;
  if (type === 'sldNum' || options.headers === 'drop') return true;
  if (options.headers === 'keep') return false;
  const words = textOf(shape).trim();
  if (type === 'dt' || written.has(words)) return true;
  written.add(words);
  return false;
}
