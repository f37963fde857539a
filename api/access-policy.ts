/** Access policies in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ACCESS_LEVELS } from '../domain/access/policy.ts';
import type { AccessPolicy as Policy } from '../domain/access/policy.ts';
import { AnyObject, KeptObject, List, Named, Text, Word } from './contract/schema.ts';

const words = (description: string, example: string, options: Record<string, unknown> = {}) =>
  List(Text(description, example, { minLength: 1, maxLength: 100 }), `${description} Default none.`, {
    maxItems: 100,
    examples: [[example]],
    ...options,
  });

const ClassificationLabels = words('Label of the installation’s classification.', 'internal', {
  title: 'ClassificationLabels',
});
const AllowedRoleKeys = words('Role that may read.', 'analyst', { title: 'AllowedRoleKeys' });
const PurposeTags = words('Purpose for which it may be read.', 'research', { title: 'PurposeTags' });

/** An access policy as a client gives it: what is left out has its default. */
export const AccessPolicyInput = Named('AccessPolicyInput', 'Who may read an object.', {
  access_level: Type.Optional(Word(ACCESS_LEVELS, 'Default `tenant_shared`: everyone in the tenant.')),
  classification_labels: Type.Optional(ClassificationLabels),
  allowed_role_keys: Type.Optional(AllowedRoleKeys),
  denied_role_keys: Type.Optional(words('Role that may not read, whatever the other rules.', 'contractor')),
  purpose_tags: Type.Optional(PurposeTags),
  constraints: Type.Optional(KeptObject('Further constraints, stored for the client.', {})),
});

export const AccessPolicy = Named('AccessPolicy', 'Who may read an object.', {
  access_level: Text('`private`, `tenant_shared` or `restricted`.', 'tenant_shared'),
  classification_labels: ClassificationLabels,
  allowed_role_keys: AllowedRoleKeys,
  denied_role_keys: words('Role that may not read.', 'contractor'),
  purpose_tags: PurposeTags,
  constraints: AnyObject('Further constraints, stored for the client.', {}),
});
type AccessPolicy = Static<typeof AccessPolicy>;

/** A policy as the API shows it. */
export function policyOf({ access_level, constraints, ...lists }: Policy): AccessPolicy {
  return {
    access_level,
    classification_labels: [...lists.classification_labels],
    allowed_role_keys: [...lists.allowed_role_keys],
    denied_role_keys: [...lists.denied_role_keys],
    purpose_tags: [...lists.purpose_tags],
    constraints: { ...constraints },
  };
}
