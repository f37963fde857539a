/**
 * The access policy as a condition in SQL, so that a search ranks only what its caller may read. It decides the same as
 * `decideAccess` (policy.ts); a property test compares the two.
 */
import { Prisma } from '../../platform/database/generated/client.ts';
import type { Accessor } from './policy.ts';

/** The columns of a guarded row, as parts of a statement. */
export interface GuardedColumns {
  readonly tenantId: Prisma.Sql;
  readonly ownerSubject: Prisma.Sql;
  readonly accessPolicy: Prisma.Sql;
}

/** The guarded columns of a table under an alias. The alias is part of the statement, never input. */
export function guardedColumns(alias: string): GuardedColumns {
  const column = (name: string): Prisma.Sql => Prisma.raw(`${alias}.${name}`);
  return {
    tenantId: column('tenant_id'),
    ownerSubject: column('owner_subject'),
    accessPolicy: column('access_policy'),
  };
}

/** A condition that holds for the rows that the caller may read. */
export function readableBy({ tenantId, subject, roles, purpose }: Accessor, columns: GuardedColumns): Prisma.Sql {
  const { accessPolicy: policy } = columns;
  const own = Prisma.sql`${[...roles]}::text[]`;
  const has = (member: string): Prisma.Sql => Prisma.sql`${policy}->${Prisma.raw(`'${member}'`)} ?| ${own}`;
  const isEmpty = (member: string): Prisma.Sql => Prisma.sql`${policy}->${Prisma.raw(`'${member}'`)} = '[]'::jsonb`;
  return Prisma.sql`(
    ${columns.tenantId} = ${tenantId}
    AND NOT ${has('denied_role_keys')}
    AND (
      ${columns.ownerSubject} = ${subject}
      OR (
        ${policy}->>'access_level' <> 'private'
        AND (
          (${policy}->>'access_level' <> 'restricted' AND ${isEmpty('allowed_role_keys')})
          OR ${has('allowed_role_keys')}
        )
        AND (${isEmpty('purpose_tags')} OR ${policy}->'purpose_tags' ? ${purpose}::text)
      )
    )
  )`;
}
