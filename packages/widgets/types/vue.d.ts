/** The elements in the templates of Vue 3: `import type {} from '@semantic-search/widgets/vue'`. */
import type { SemanticSearchEvents } from '@semantic-search/widgets';
import type { SemanticSearchElements } from '@semantic-search/widgets/jsx';

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Vue writes `@semantic-search-select` and hears it as `onSemanticSearchSelect`. */
type Listeners = {
  [Name in keyof SemanticSearchEvents as `on${Capitalize<Camel<Name>>}`]?: (
    event: CustomEvent<SemanticSearchEvents[Name]>,
  ) => void;
};
type Attributes<Tag extends keyof SemanticSearchElements> = {
  [Name in keyof SemanticSearchElements[Tag] as Name extends `on${string}`
    ? never
    : Name]: SemanticSearchElements[Tag][Name];
};
type Element<Tag extends keyof SemanticSearchElements> = new () => HTMLElementTagNameMap[Tag] & {
  $props: Attributes<Tag> & Listeners;
};

declare module 'vue' {
  interface GlobalComponents {
    'semantic-search': Element<'semantic-search'>;
    'facet-panel': Element<'facet-panel'>;
    'similar-docs': Element<'similar-docs'>;
  }
}
