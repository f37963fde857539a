/** How long an object is kept, by its retention class. */
export const RETENTION_CLASSES = ['standard', 'temporary'] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

const MS_PER_DAY = 86_400_000;

/** When something with this class expires; `null` when it never expires. Datasets have one more class. */
export function expiryOf(retentionClass: RetentionClass | 'permanent', temporaryDays: number): Date | null {
  return retentionClass === 'temporary' ? new Date(Date.now() + temporaryDays * MS_PER_DAY) : null;
}
