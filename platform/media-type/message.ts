/** Internet messages (RFC 5322), told by their headers. */

const FIELDS =
  /^(from|to|cc|bcc|date|subject|sender|received|return-path|reply-to|delivered-to|message-id|mime-version|content-type|content-transfer-encoding|dkim-signature|in-reply-to|references|x-[\w-]+)$/;
/** Without one of these, fields may be those of an HTTP answer or a settings file. */
const TELLING = /^(from|received|return-path|message-id|mime-version|delivered-to)$/;

/** Whether a text begins with the headers of a message: three fields that mail has, two when it is called one. */
export function isMessage(text: string, isCalledOne: boolean): boolean {
  const names = new Set<string>();
  // The first line of messages in a mailbox file.
  for (const line of text.replace(/^From \S+ .*\r?\n/, '').split(/\r\n?|\n/, 200)) {
    if (/^[ \t]/.test(line) && names.size > 0) continue;
    const name = /^([!-9;-~]+):(?:\s|$)/.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) break;
    if (FIELDS.test(name)) names.add(name);
  }
  return names.size >= (isCalledOne ? 1 : 3) && (isCalledOne || [...names].some((name) => TELLING.test(name)));
}
