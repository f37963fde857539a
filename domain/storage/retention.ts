/** How long an object is kept, by its retention class. */
export const RETENTION_CLASSES = ['standard', 'temporary'] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

const MS_PER_DAY = 86_400_000;

/** When an object with this class expires; `null` when it never expires. */
export function expiryOf(retentionClass: RetentionClass, temporaryDays: number): Date | null {
  return retentionClass === 'temporary' ? new Date(Date.now() + temporaryDays * MS_PER_DAY) : null;
}
