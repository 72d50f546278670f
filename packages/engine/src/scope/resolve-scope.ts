/** Resolution of a scope: typed selections of its rules, and the rules that cannot be resolved. */
import {
  type DocumentScope,
  type FacetSelection,
  type FacetValue,
  QueryError,
  type TypedValue,
  type UnresolvedRule,
} from '../api.ts';
import { selectionLookup, type TypedSelection, typedValues } from '../facets/facet-selections.ts';
import type { FacetContext, FacetSource } from '../facets/find-facet.ts';

/** Reports rules that cannot be resolved, and does not throw: a space without the facet of a rule shows no document. */
export function resolveScope({ include, exclude }: DocumentScope, context: FacetContext) {
  const unresolved: UnresolvedRule[] = [];
  const lookup = selectionLookup(context, undefined);
  const resolveValue = (value: FacetValue, source: FacetSource, path: string): TypedValue[] => {
    try {
      const typed = typedValues(value, source, lookup, path);
      if (typed.some((one) => 'concept' in one && context.thesaurus.resolve(one.concept) === undefined))
        unresolved.push({ path, message: 'is not a concept of the search space' });
      return typed;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      unresolved.push({ path, message: error.message });
      return [];
    }
  };
  const resolveRule = ({ field, values }: FacetSelection, path: string): TypedSelection<FacetSource>[] => {
    const source = lookup.find(field);
    if (!source || values.length === 0) {
      unresolved.push({ path: `${path}.field`, message: 'is not in the search space, or has no values' });
      return [];
    }
    const typed = values.flatMap((value, index) => resolveValue(value, source, `${path}.values[${index}]`));
    return [{ source, values: typed }];
  };
  return {
    /** One selection per rule: all rules must match, even if several apply to one facet. */
    include: include.flatMap((rule, index) => resolveRule(rule, `include[${index}]`)),
    exclude: exclude.flatMap((rule, index) => resolveRule(rule, `exclude[${index}]`)),
    /** Rules that cannot be resolved; if there are any, no document is permitted. */
    unresolved,
  };
}
