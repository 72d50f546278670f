/** Title and license of a thesaurus, as its file states them. */

import { textAt } from '../../collections/shared-arrays.ts';
import { preferredLabel } from '../labels.ts';
import { SCHEME_FLAG } from '../rdf/rdf-terms.ts';
import type { ThesaurusData } from '../thesaurus-data.ts';
import { isPlaceholderLabel } from './skos-builder-labels.ts';
import type { CollectedStatements } from './skos-statements.ts';

/** In UTF-16 code units. */
const MAX_LICENSE_LENGTH = 500;

/** The English label of the first scheme; null if it has none. */
export function titleOf(data: ThesaurusData): string | null {
  const scheme = data.groupKinds.indexOf('scheme');
  if (scheme < 0) return null;
  const label = preferredLabel(data, data.size + scheme, 'en');
  return isPlaceholderLabel(label, textAt(data.uris, data.size + scheme)) ? null : label;
}

/** A license goes before a statement of rights, and that of a scheme before one of another resource. */
export function licenseOf({ licenses, flags }: CollectedStatements): string | null {
  const order = ({ node, rank }: (typeof licenses)[number]) => (flags[node]! & SCHEME_FLAG ? 0 : 2) + rank;
  const [first] = licenses.filter(({ value }) => value !== '').sort((a, b) => order(a) - order(b));
  return first ? first.value.slice(0, MAX_LICENSE_LENGTH).toWellFormed() : null;
}
