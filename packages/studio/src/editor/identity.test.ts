import { expect, it } from 'vitest';
import { identityOf, keepAlong, keepSame } from './identity.ts';

it('keeps the identity of a list element when one of its settings changes', () => {
  const former = { list: [{ uri: 'a' }, { uri: 'b' }] };
  const next = { list: [former.list[0], { uri: 'changed' }] };
  keepAlong(['list', 1, 'uri'], former, next);
  expect(identityOf(next.list[1]!)).toBe(former.list[1]);
});

it('keeps the identity of an element when the server returns it unchanged', () => {
  const former = { of: { list: [{ uri: 'a' }, { uri: 'b' }] } };
  const next = { of: { list: [{ uri: 'a' }, { uri: 'c' }] } };
  keepSame(former, next);
  expect(identityOf(next.of.list[0]!)).toBe(former.of.list[0]);
  expect(identityOf(next.of.list[1]!)).toBe(next.of.list[1]);
});
