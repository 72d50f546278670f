/** Element attributes that override the configuration. */
import type { ConfigurationSettings } from '@semantic-search/contract';

type Result = ConfigurationSettings['result'];

export interface AttributeOverrides {
  /** An empty one shows none. */
  heading?: string | null | undefined;
  itemsPerPage?: number | null | undefined;
  titleAction?: Result['titleAction'] | null | undefined;
  dateFormat?: Result['dateFormat'] | null | undefined;
  asImages?: boolean | undefined;
  noTags?: boolean | undefined;
}

/** Results on a page, 1 to the 100 that the service gives at most; undefined where the configuration says it. */
export const ownPage = ({ itemsPerPage }: AttributeOverrides): number | undefined =>
  itemsPerPage && itemsPerPage >= 1 ? Math.min(100, Math.trunc(itemsPerPage)) : undefined;

export const dateFormats = ['short', 'medium', 'long', 'full'] as const;

/**
 * The settings with the page's own in their place: the same where it says nothing. What is none of the allowed values
 * says nothing.
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
