/** Resolution of a scope: typed selections of its rules, and the rules that cannot be resolved. */
import { type DocumentScope, type FacetSelection, QueryError, type UnresolvedRule } from '../api.ts';
import { selectionLookup, type TypedSelection, typedValues } from '../facets/facet-selections.ts';
import type { FacetContext, FacetSource } from '../facets/find-facet.ts';

export interface ResolvedScope {
  /** One selection per rule: all rules must match, even if several apply to one facet. */
  include: TypedSelection<FacetSource>[];
  exclude: TypedSelection<FacetSource>[];
  /** Rules that cannot be resolved; if there are any, no document is permitted. */
  unresolved: UnresolvedRule[];
}

export function resolveScope({ include, exclude }: DocumentScope, context: FacetContext): ResolvedScope {
  const unresolved: UnresolvedRule[] = [];
  const lookup = selectionLookup(context, undefined);
  const resolve = ({ field, values }: FacetSelection, path: string): TypedSelection<FacetSource>[] => {
    const source = lookup.find(field);
    if (!source || values.length === 0) {
      unresolved.push({ path: `${path}.field`, message: 'is not in the search space, or has no values' });
      return [];
    }
    const resolved = values.flatMap((value, index) => {
      const valuePath = `${path}.values[${index}]`;
      try {
        const typed = typedValues(value, source, lookup, valuePath);
        if (typed.some((one) => 'concept' in one && context.thesaurus.resolve(one.concept) === undefined))
          unresolved.push({ path: valuePath, message: 'is not a concept of the search space' });
        return typed;
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        unresolved.push({ path: valuePath, message: error.message });
        return [];
      }
    });
    return [{ source, values: resolved }];
  };
  return {
    include: include.flatMap((rule, index) => resolve(rule, `include[${index}]`)),
    exclude: exclude.flatMap((rule, index) => resolve(rule, `exclude[${index}]`)),
    unresolved,
  };
}
