import { expect, it } from 'vitest';
import { identityOf, keepIdentities, keepIdentitiesAlong } from './identity.ts';

it('keeps the identity of a list element when one of its settings changes', () => {
  const previous = { list: [{ uri: 'a' }, { uri: 'b' }] };
  const next = { list: [previous.list[0], { uri: 'changed' }] };
  keepIdentitiesAlong(['list', 1, 'uri'], previous, next);
  expect(identityOf(next.list[1]!)).toBe(previous.list[1]);
});

it('keeps the identity of an element when the server returns it unchanged', () => {
  const previous = { of: { list: [{ uri: 'a' }, { uri: 'b' }] } };
  const next = { of: { list: [{ uri: 'a' }, { uri: 'c' }] } };
  keepIdentities(previous, next);
  expect(identityOf(next.of.list[0]!)).toBe(previous.of.list[0]);
  expect(identityOf(next.of.list[1]!)).toBe(next.of.list[1]);
});
