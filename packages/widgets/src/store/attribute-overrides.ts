/** Element attributes that override the configuration. */
import type { ConfigurationSettings } from '@semantic-search/contract';

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
export const ownPage = ({ itemsPerPage }: AttributeOverrides): number | undefined =>
  itemsPerPage && itemsPerPage >= 1 ? Math.min(100, Math.trunc(itemsPerPage)) : undefined;

export const dateFormats = ['short', 'medium', 'long', 'full'] as const;

/**
 * The settings with the overrides of the page applied. Returns the same object if there are none; ignores invalid
 * values.
 */
export function withOwn(settings: ConfigurationSettings, own: AttributeOverrides): ConfigurationSettings {
  const { heading, titleAction, asImages, noTags } = own;
  const wished: { [Name in keyof Result]?: Result[Name] | null | undefined } = {
    itemsPerPage: ownPage(own),
    titleAction,
    dateFormat: dateFormats.find((format) => format === own.dateFormat),
    showResultAsImage: asImages || null,
    showTags: noTags ? false : null,
  };
  const said = Object.entries(wished).filter(([, value]) => value != null);
  if (heading == null && !said.length) return settings;
  const result = { ...settings.result, ...Object.fromEntries(said) };
  return { ...settings, title: heading ?? settings.title, result };
}
