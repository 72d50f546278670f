/** What a page says in place of its configuration, by attributes of its element. */
import type { Settings } from '@semantic-search/contract';

type Result = Settings['result'];

export interface OwnSettings {
  /** An empty one shows none. */
  heading?: string | null | undefined;
  itemsPerPage?: number | null | undefined;
  titleAction?: Result['titleAction'] | null | undefined;
  dateFormat?: Result['dateFormat'] | null | undefined;
  asImages?: boolean | undefined;
  noTags?: boolean | undefined;
}

/** Results on a page, 1 to the 100 that the service gives at most; undefined where the configuration says it. */
export const ownPage = ({ itemsPerPage }: OwnSettings): number | undefined =>
  itemsPerPage && itemsPerPage >= 1 ? Math.min(100, Math.trunc(itemsPerPage)) : undefined;

const dateFormats = ['short', 'medium', 'long', 'full'] as const;

/** The settings with the page's own in their place; what is none of the allowed values says nothing. */
export function withOwn(settings: Settings, own: OwnSettings): Settings {
  const { title, result } = settings;
  return {
    ...settings,
    title: own.heading ?? title,
    result: {
      ...result,
      itemsPerPage: ownPage(own) ?? result.itemsPerPage,
      titleAction: own.titleAction ?? result.titleAction,
      dateFormat: dateFormats.find((format) => format === own.dateFormat) ?? result.dateFormat,
      showResultAsImage: own.asImages || result.showResultAsImage,
      showTags: !own.noTags && result.showTags,
    },
  };
}
