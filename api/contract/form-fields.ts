import type { TObject } from 'typebox';
import { FILE_PART } from './form.ts';
import { unknownMember } from './sentences.ts';
import { ValidationError } from './validation.ts';
import type { ValidationIssue } from './validation.ts';

/** The text fields of a form. A field that is empty, which is how `/docs` leaves it, counts as absent. */
export class FormFields {
  readonly #fields: Readonly<Record<string, string>>;
  readonly #issues: ValidationIssue[];

  /** Fields that `form` does not have are issues. */
  constructor(fields: Readonly<Record<string, string>>, form: TObject) {
    this.#fields = fields;
    this.#issues = Object.keys(fields)
      .filter((name) => name === FILE_PART || !Object.hasOwn(form.properties, name))
      .map((name) => ({ loc: ['body', name], msg: unknownMember(name, form), type: 'unknown_member' }));
  }

  text(name: string): string | undefined {
    return this.#fields[name]?.trim() || undefined;
  }

  /** The value of a field with JSON; `undefined` when the field is absent, or has an issue. */
  json(name: string, example: string): unknown {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      this.add([{ loc: ['body', name], msg: `This field is not valid JSON. Example: ${example}.`, type: 'json' }]);
      return undefined;
    }
  }

  add(issues: readonly ValidationIssue[]): void {
    this.#issues.push(...issues);
  }

  /** Throws {@link ValidationError} with all issues, if there are any. */
  refuse(): void {
    if (this.#issues.length > 0) throw new ValidationError(this.#issues);
  }
}
