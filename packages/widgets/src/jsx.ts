/** JSX types of the elements for React 19. */
import type { LitElement } from 'lit';
import type { SemanticSearchEvents } from './events.ts';
import type { FacetPanel } from './facet-panel.ts';
import type { SemanticSearch } from './semantic-search.ts';
import type { SimilarDocs } from './similar-docs.ts';

/** React calls the prop `onsemantic-search-select` for the event `semantic-search-select`. */
type Listeners = {
  [Name in keyof SemanticSearchEvents as `on${Name}`]?: (
    event: CustomEvent<SemanticSearchEvents[Name]>,
  ) => void;
};

/** The attribute of a property: `heading-level` of `headingLevel`. */
type Hyphenated<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Hyphenated<Tail>}`
  : '';

/** The public properties of an element, also as attributes; a template may set a number as text. */
type Attributes<Element, Other = never> = {
  [Name in Exclude<keyof Element, keyof LitElement | 'store' | 'locale' | 'ready' | Other> & string as
    | Name
    | Hyphenated<Name>]?:
    | Element[Name]
    | (NonNullable<Element[Name]> extends number ? `${number}` : never)
    | undefined;
};

/** Attributes that every HTML element accepts, and the props of React. */
interface Global extends Partial<Pick<HTMLElement, 'id' | 'className' | 'lang' | 'dir' | 'slot'>> {
  class?: string;
  hidden?: boolean;
  key?: string | number;
  ref?: unknown;
  style?: object | string;
  children?: unknown;
}

export interface SemanticSearchElements {
  'semantic-search': Global & Listeners & Attributes<SemanticSearch, 'hasPanels' | 'open' | 'close'>;
  'facet-panel': Global & Listeners & Attributes<FacetPanel>;
  'similar-docs': Global & Listeners & Attributes<SimilarDocs, 'shown'>;
}
