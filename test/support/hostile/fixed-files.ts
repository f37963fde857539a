/**
 * Files that are broken or made to break their reader: every format, damaged in many ways, and bombs. The same in every
 * run.
 */
import { Random } from '../random.ts';
import { bombs } from './bombs.ts';
import { damage } from './damage.ts';
import type { HostileFile } from './file.ts';
import { soundFiles } from './sound-files.ts';

/** Each sound file under the name of the next format. */
function misnamed(all: Readonly<Record<string, Uint8Array>>): HostileFile[] {
  const extensions = Object.keys(all);
  return extensions.map((extension, index) => ({
    name: `really-${extension}.${extensions[(index + 1) % extensions.length]}`,
    bytes: all[extension] ?? new Uint8Array(),
  }));
}

/** A few hundred files. Their names say what they pretend to be. */
export function fixedFiles(): HostileFile[] {
  const all = soundFiles();
  const random = new Random(1, 'damage');
  return [
    ...Object.entries(all).flatMap(([extension, seed]) => damage(extension, seed, random)),
    ...misnamed(all),
    ...bombs(),
  ];
}
