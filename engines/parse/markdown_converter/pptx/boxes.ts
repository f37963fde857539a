/** Places of shapes. */
import { descend, type XmlElement } from '../../documents/xml.ts';
import type { Box } from '../shared/reading-order.ts';

/** By an `a:xfrm`; `null` without a place. */
export function boxOf(transform: XmlElement | undefined): Box | null {
  const offset = descend(transform, 'a:off')?.attributes;
  const extent = descend(transform, 'a:ext')?.attributes;
  const left = Number(offset?.['x']);
  const top = Number(offset?.['y']);
  if (!Number.isFinite(left) || !Number.isFinite(top)) return null;
  return { left, top, right: left + (Number(extent?.['cx']) || 0), bottom: top + (Number(extent?.['cy']) || 0) };
}
