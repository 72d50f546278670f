/** Schemas of the audit trail. */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';

export const AuditEntry = t.component('AuditEntry', {
  date: t.instant('When, ISO 8601 in UTC.'),
  user: t.text('Who: the subject of the token or the name of the person.'),
  action: t.choice(
    'A `deleted` token is revoked. `changed` also covers starting, restoring and activating.',
    ['created', 'changed', 'deleted'],
  ),
  kind: t.choice('What was changed.', ['token', 'configuration', 'space', 'source']),
  target: t.text('ID of the token, configuration or space; `space/id` of a source.'),
  name: Type.Optional(t.text('Name of the created token.')),
  operation: t.text('ID of the operation, as in this description.'),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditTrail = t.component('AuditTrail', {
  total: t.integer('Number of kept entries.'),
  entries: t.list('Entries, newest first.', AuditEntry),
});
export type AuditTrail = Static<typeof AuditTrail>;
