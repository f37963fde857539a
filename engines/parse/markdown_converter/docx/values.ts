/** The two forms of settings in WordprocessingML. */
import { descend, type XmlElement } from '../../documents/xml.ts';

/** `w:val` of a child element, or `null` when either is absent. */
export function valueOf(element: XmlElement | undefined, name: string): string | null {
  return descend(element, name)?.attributes['w:val'] ?? null;
}

/** A switch: on when the child is present and its value is not "off"; `null` when it is absent. */
export function switchOf(element: XmlElement | undefined, name: string): boolean | null {
  const child = descend(element, name);
  return child === undefined ? null : !/^(0|false|off|none)$/.test(child.attributes['w:val'] ?? 'true');
}

/** A whole number from 0 to `limit`; `fallback` for anything else. */
export function countOf(value: string | null, limit: number, fallback: number): number {
  const number = Number.parseInt(value ?? '', 10);
  return number >= 0 ? Math.min(number, limit) : fallback;
}

/** A switch that is off when it is absent. */
export const isOn = (value: string | undefined): boolean => /^(1|true|on)$/.test(value ?? '');
