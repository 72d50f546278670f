/** Element attributes that override the configuration. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { MAX_PAGE_SIZE } from './query-state.ts';

type Result = ConfigurationSettings['result'];

export interface AttributeOverrides {
  /** An empty title hides it. */
  heading?: string | null | undefined;
  itemsPerPage?: number | null | undefined;
  titleAction?: Result['titleAction'] | null | undefined;
  dateFormat?: Result['dateFormat'] | null | undefined;
  asImages?: boolean | undefined;
  noTags?: boolean | undefined;
}

/** Results per page, 1 to 100; undefined if the configuration defines it. */
export const itemsPerPageOf = ({ itemsPerPage }: AttributeOverrides): number | undefined =>
  itemsPerPage && itemsPerPage >= 1 ? Math.min(MAX_PAGE_SIZE, Math.trunc(itemsPerPage)) : undefined;

const dateFormats = ['short', 'medium', 'long', 'full'] as const;

/**
 * The settings with the overrides of the page applied. Returns the same object if there are none; ignores invalid
 * values.
 */
export function withOverrides(
  settings: ConfigurationSettings,
  overrides: AttributeOverrides,
): ConfigurationSettings {
  const { heading, titleAction, asImages, noTags } = overrides;
  const given: { [Name in keyof Result]?: Result[Name] | null | undefined } = {
    itemsPerPage: itemsPerPageOf(overrides),
    titleAction,
    dateFormat: dateFormats.find((format) => format === overrides.dateFormat),
    showResultAsImage: asImages || null,
    showTags: noTags ? false : null,
  };
  const replaced = Object.entries(given).filter(([, value]) => value != null);
  if (heading == null && !replaced.length) return settings;
  const result = { ...settings.result, ...Object.fromEntries(replaced) };
  return { ...settings, title: heading ?? settings.title, result };
}
