/** The elements in the JSX of Solid: `import type {} from '@semantic-search/widgets/solid'`. */
import type { SemanticSearchEvents } from '@semantic-search/widgets';
import type { SemanticSearchElements } from '@semantic-search/widgets/jsx';

/** Solid hears `on:semantic-search-select` and so on. */
type Listeners = {
  [Name in keyof SemanticSearchEvents as `on:${Name}`]?: (
    event: CustomEvent<SemanticSearchEvents[Name]>,
  ) => void;
};
type Elements = { [Tag in keyof SemanticSearchElements]: SemanticSearchElements[Tag] & Listeners };

declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
