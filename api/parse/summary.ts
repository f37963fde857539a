import { locatorLabel } from '../../domain/parse/locator.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import type { ReadableObjects } from '../../domain/storage/objects.ts';

/** Of a name, or an address, in a line for people. */
const SHOWN_CHARACTERS = 80;

/** A source as Temporal's Web UI shows it: an object also by the name of its file, which is in no payload. */
export function summaryOf(locator: Locator, objects: ReadableObjects): string {
  const object = locator.kind === 'object' ? objects.get(locator.object_id) : undefined;
  return object ? `${shortened(object.filename)} (${object.id})` : shortened(locatorLabel(locator));
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS - 1).join('')}…` : text;
}
