/** Display form of a detail value: localized dates and numbers. */

import type { ConfigurationSettings } from '@semantic-search/contract';
import type { Locale } from '../locale/locale.ts';
import { dateFacet, isRange } from '../store/query-state.ts';

export function detailText(
  name: string,
  field: string,
  locale: Locale,
  style: ConfigurationSettings['result']['dateFormat'],
): string {
  if (!isRange(field)) return name;
  if (field === dateFacet && /^\d{4}$/.test(name)) return locale.date(Date.parse(name), style);
  if (/^\d{4}-\d\d-\d\d/.test(name)) return locale.date(Date.parse(name), style);
  return Number.isFinite(Number(name)) ? locale.figure(Number(name)) : name;
}
