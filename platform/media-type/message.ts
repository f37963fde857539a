/** Detects internet messages (RFC 5322) by their headers. */

const FIELDS =
  /^(from|to|cc|bcc|date|subject|sender|received|return-path|reply-to|delivered-to|message-id|mime-version|content-type|content-transfer-encoding|dkim-signature|in-reply-to|references|x-[\w-]+)$/;
/** Fields that distinguish mail from HTTP responses and settings files. */
const TELLING = /^(from|received|return-path|message-id|mime-version|delivered-to)$/;

/**
 * Whether a text begins with message headers: at least three mail fields, or two when the name says it is a message.
 */
export function isMessage(text: string, isCalledOne: boolean): boolean {
  const names = new Set<string>();
  // The first line of a mailbox.
  for (const line of text.replace(/^From \S+ .*\r?\n/, '').split(/\r\n?|\n/, 200)) {
    if (/^[ \t]/.test(line) && names.size > 0) continue;
    const name = /^([!-9;-~]+):(?:\s|$)/.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) break;
    if (FIELDS.test(name)) names.add(name);
  }
  return names.size >= (isCalledOne ? 1 : 3) && (isCalledOne || [...names].some((name) => TELLING.test(name)));
}
