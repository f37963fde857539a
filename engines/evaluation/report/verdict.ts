/** Whether a gate passed. */
import { html } from '../../report/html.ts';
import type { Html } from '../../report/html.ts';

/** Words beside the color: not everybody sees it. */
export function verdict(passed: boolean | null): Html {
  if (passed === null) return html`<span class="muted">–</span>`;
  return passed ? html`<span class="verdict good">✓ passed</span>` : html`<span class="verdict bad">✗ failed</span>`;
}
