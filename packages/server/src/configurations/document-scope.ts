/** Scope of a request: the documents that its configuration and its token permit. */
import type * as api from '@semantic-search/contract';
import type { DocumentScope, SearchSpace } from '@semantic-search/engine';
import type { Access } from '../auth/permission.ts';
import { insufficientScope } from '../errors/unauthorized.ts';

/** Scope of no document, because no space has this facet. Stored in place of an invalid scope, which would hide nothing. */
export const HIDE_ALL: api.DocumentScope = { include: [{ uri: 'invalid:scope', values: ['invalid:scope'] }] };

/** Undefined if all documents are permitted. The rules of configuration and token apply together. */
export function scopeOf(
  { scope }: Pick<api.ConfigurationSettings, 'scope'>,
  { filter }: Pick<Access, 'filter'>,
): DocumentScope | undefined {
  const rulesIn = (member: keyof DocumentScope) =>
    [scope, filter]
      .flatMap((part) => part?.[member] ?? [])
      .map(({ uri, values }) => {
        return { field: uri, values: values.map((value) => ({ uri: value, label: value })) };
      });
  const [include, exclude] = [rulesIn('include'), rulesIn('exclude')];
  return include.length + exclude.length > 0 ? { include, exclude } : undefined;
}

/** Faults of the rules that hide all documents, because the space cannot resolve them. */
export async function unresolvedRules(
  rules: api.DocumentScope,
  space: Pick<SearchSpace, 'unresolved'>,
): Promise<api.FieldError[]> {
  const scope = scopeOf({ scope: rules }, { filter: null });
  const unresolved = scope ? await space.unresolved(scope) : [];
  return unresolved.map(({ path, message }) => ({ key: path.replace(/\.field$/, '.uri'), message }));
}

/** Throws forbidden for a token whose filter the space cannot resolve. */
export async function requireKnownFilter(
  { filter }: Pick<Access, 'filter'>,
  space: Pick<SearchSpace, 'unresolved'>,
): Promise<void> {
  const [error] = filter ? await unresolvedRules(filter, space) : [];
  if (!error) return;
  const reason = `${error.key} ${error.message}`;
  throw insufficientScope(`The filter of the token does not fit this search space: ${reason}.`, 'search');
}
