import { expect, it } from 'vitest';
import { identityOf, keepAlong, keepSame } from './identity.ts';

it('an element of a list stays who it is when one of its settings changes', () => {
  const former = { list: [{ uri: 'a' }, { uri: 'b' }] };
  const next = { list: [former.list[0], { uri: 'changed' }] };
  keepAlong(['list', 1, 'uri'], former, next);
  expect(identityOf(next.list[1]!)).toBe(former.list[1]);
});

it('an element stays who it is when the same comes back from the service', () => {
  const former = { of: { list: [{ uri: 'a' }, { uri: 'b' }] } };
  const next = { of: { list: [{ uri: 'a' }, { uri: 'c' }] } };
  keepSame(former, next);
  expect(identityOf(next.of.list[0]!)).toBe(former.of.list[0]);
  expect(identityOf(next.of.list[1]!)).toBe(next.of.list[1]);
});
