/** JSX types of the elements for React 19. */
import type { SemanticSearchEvents } from './events.ts';
import type { FacetPanel } from './facet-panel.ts';
import type { SemanticSearch } from './semantic-search.ts';
import type { SimilarDocs } from './similar-docs.ts';

/** React hears `onsemantic-search-select` and so on. */
type Listeners = {
  [Name in keyof SemanticSearchEvents as `on${Name}`]?: (
    event: CustomEvent<SemanticSearchEvents[Name]>,
  ) => void;
};

type Hyphenated<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Hyphenated<Tail>}`
  : '';

type Attributes<Element, Names extends keyof Element & string> = {
  [Name in Names as Name | Hyphenated<Name>]?: Element[Name] | undefined;
};

/** What every element of HTML takes. */
interface Global {
  id?: string;
  className?: string;
  class?: string;
  lang?: string;
  dir?: 'ltr' | 'rtl' | 'auto';
  slot?: string;
  hidden?: boolean;
  key?: string | number;
  ref?: unknown;
  style?: object | string;
  children?: unknown;
}

export interface SemanticSearchElements {
  'semantic-search': Global &
    Listeners &
    Attributes<
      SemanticSearch,
      | 'configuration'
      | 'token'
      | 'endpoint'
      | 'theme'
      | 'mode'
      | 'paging'
      | 'heading'
      | 'headingLevel'
      | 'itemsPerPage'
      | 'titleAction'
      | 'dateFormat'
      | 'asImages'
      | 'noTags'
      | 'urlKey'
      | 'noUrl'
      | 'noShortcut'
      | 'noActions'
      | 'noRecent'
      | 'voice'
    >;
  'facet-panel': Global & Listeners & Attributes<FacetPanel, 'for' | 'headingLevel' | 'theme'>;
  'similar-docs': Global &
    Listeners &
    Attributes<
      SimilarDocs,
      | 'for'
      | 'configuration'
      | 'token'
      | 'endpoint'
      | 'uri'
      | 'number'
      | 'without'
      | 'similarity'
      | 'recommender'
      | 'heading'
      | 'headingLevel'
      | 'asImages'
      | 'theme'
    >;
}
