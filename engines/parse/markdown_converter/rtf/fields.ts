/** Fields: their links, and what is shown for those without a result. */
import { text, type Format, type Inline } from '../../documents/markdown/model.ts';
import { FieldNumbers } from '../shared/word/field-values.ts';
import { hyperlinkOf } from '../shared/word/fields.ts';
import { printedCode } from '../shared/page-headers.ts';

interface Field {
  /** Number of open groups at its start. */
  readonly depth: number;
  href: string | null;
  /** The code that heads of pages have for it; `null` for one with a text of its own. */
  code: string | null;
  instruction: string;
  /** The line where it starts, and its length there. */
  readonly line: readonly Inline[];
  readonly start: number;
  /** Settings of a form field by control word, and the entries of its list. */
  readonly settings: Map<string, number>;
  readonly entries: string[];
  /** Text before anything is entered. */
  initial: string;
}

const CHECKBOX = 1;
const LIST = 2;
/** Stands for the default. */
const UNDEFINED = 25;

export class Fields {
  readonly #open: Field[] = [];
  readonly #numbers = new FieldNumbers();

  begin(depth: number, line: readonly Inline[]): void {
    if (this.#open.at(-1)?.depth === depth) this.#open.pop();
    const start = line.length;
    const empty = { href: null, code: null, instruction: '', initial: '' };
    this.#open.push({ ...empty, depth, line, start, settings: new Map(), entries: [] });
  }

  addInstruction(instruction: string): void {
    const field = this.#open.at(-1);
    if (field === undefined) return;
    field.instruction += instruction;
    field.href ??= hyperlinkOf(instruction);
    field.code ??= printedCode(instruction);
  }

  addEntry(entry: string): void {
    this.#open.at(-1)?.entries.push(entry);
  }

  setDefault(initial: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.initial = initial;
  }

  /** Whether the control word is a setting of a form field. */
  apply(word: string, value: number | null): boolean {
    if (!/^ff(type|res|defres)$/.test(word)) return false;
    this.#open.at(-1)?.settings.set(word, value ?? 0);
    return true;
  }

  /** Ends the field that started with `depth` open groups; returns what is shown if it has no result. */
  end(depth: number, line: readonly Inline[], format: Format): Inline[] {
    const field = this.#open.at(-1);
    if (field?.depth !== depth) return [];
    this.#open.pop();
    if (line !== field.line || line.length > field.start) return [];
    const shown = formValue(field) ?? this.#numbers.valueOf(field.instruction, 1);
    return shown.map((inline) => (inline.kind === 'text' ? { ...inline, format } : inline));
  }

  /** The code that heads of pages have for the open field, or `null`. */
  get code(): string | null {
    return this.#open.findLast((field) => field.code !== null)?.code ?? null;
  }

  get href(): string | null {
    return this.#open.findLast((field) => field.href !== null)?.href ?? null;
  }
}

function formValue({ settings, entries, initial }: Field): Inline[] | null {
  if (initial !== '') return [text(initial)];
  const result = settings.get('ffres') ?? UNDEFINED;
  const chosen = result === UNDEFINED ? (settings.get('ffdefres') ?? 0) : result;
  if (settings.get('fftype') === CHECKBOX) return [{ kind: 'checkbox', checked: chosen === 1 }];
  return settings.get('fftype') === LIST ? [text(entries[chosen] ?? '')] : null;
}
