/** Selected facet value as a URL parameter: `field|label|value`, with escaped separators. */
import type { SelectedValue } from './query-state.ts';

export const writeFacet = ({ field, label, value }: SelectedValue): string =>
  [field, label ?? '', value ?? '']
    .map((part) => part.replaceAll('%', '%25').replaceAll('|', '%7C'))
    .join('|');

/** A list for `flatMap`, empty if the parameter names no facet. */
export function readFacet(parameter: string): SelectedValue[] {
  const [field, label, value] = parameter
    .split('|')
    .map((part) => part.replaceAll('%7C', '|').replaceAll('%25', '%'));
  return field ? [{ field, ...(label && { label }), ...(value && { value }) }] : [];
}
