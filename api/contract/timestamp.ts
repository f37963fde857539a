/**
 * RFC 3339, section 5.6, without leap seconds, which neither JavaScript nor Temporal reads. Clients also send offsets
 * without a colon (ISO 8601), and a `+` that a query turned into a space.
 */
const RFC_3339 = /^\d{4}-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[ +-]\d\d:?\d\d)$/i;

/** Whether a text is a time that every part of the service can read, from the year 1 to 9999 in UTC. */
export function isTimestamp(text: string): boolean {
  const parts = RFC_3339.exec(text);
  const time = timeOf(text);
  if (!parts || Number.isNaN(time)) return false;
  // Dates that no calendar has are moved on by JavaScript: the 30th of February.
  const [, month = '', day = ''] = parts;
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(month), 0)).getUTCDate();
  return Number(day) <= days && /^(?!0000)\d{4}-/.test(new Date(time).toISOString());
}

/** The same time as the service writes it. */
export function timestampOf(text: string): string {
  return new Date(timeOf(text)).toISOString();
}

function timeOf(text: string): number {
  return Date.parse(
    text
      .toUpperCase()
      .replace(
        /([ +-])(\d\d):?(\d\d)$/,
        (_, sign: string, hours: string, minutes: string) => `${sign === ' ' ? '+' : sign}${hours}:${minutes}`,
      ),
  );
}
