/** Schemas of the audit trail. */
import Type, { type Static } from 'typebox';
import { component, instant, integer, text } from '../parts/schema-parts.ts';

export const AuditEntry = component('AuditEntry', {
  date: instant('When, ISO 8601 in UTC.'),
  user: text('Who: the subject of the token or the name of the person.'),
  action: Type.Enum(['created', 'changed', 'deleted'], {
    description:
      'A `deleted` token is revoked. `changed` also stands for starting, restoring and activating.',
  }),
  kind: Type.Enum(['token', 'configuration', 'space', 'source'], { description: 'What was changed.' }),
  target: text('Id of the token, configuration or space; `space/id` of a source.'),
  name: Type.Optional(text('Name of the created token.')),
  operation: text('Id of the operation, as in this description.'),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditTrail = component('AuditTrail', {
  total: integer('Number of kept entries.'),
  entries: Type.Array(AuditEntry, { description: 'Entries, newest first.' }),
});
export type AuditTrail = Static<typeof AuditTrail>;
