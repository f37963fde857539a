/** Waits for an element of a page. */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../errors/index.ts';

/** How long a page may take to have an element, after it was built, and how often it is looked for. */
const MAX_WAIT_MS = 20_000;
const LOOK_MS = 100;

/** Shadow trees are looked through as well. Returns `null` for a text that the browser does not know as a selector. */
const EXISTS = `(selector) => {
  const roots = [document];
  try {
    for (const root of roots) {
      if (root.querySelector(selector)) return true;
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    }
  } catch {
    return null;
  }
  return false;
}`;

/**
 * Whether an element matches in time; `ask` calls a function in the page. The selector is for the browser itself, whose
 * selectors are CSS and nothing else: those of its driver can hold regular expressions. Throws `invalid_selector`.
 */
export async function waitForElement(
  selector: string,
  ask: (declaration: string, argument: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end;) {
    // A page that goes on to another address forgets what it was asked.
    const exists = await ask(EXISTS, selector).catch(() => false);
    if (exists === true) return true;
    if (exists === null) throw invalid(selector);
    await delay(LOOK_MS, undefined, { signal });
  }
  return false;
}

function invalid(selector: string): ServiceError {
  const field = 'options.wait_for';
  return new ServiceError('invalid_selector', `The browser does not know the selector ${JSON.stringify(selector)}.`, {
    field,
  });
}
