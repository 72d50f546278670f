/** The elements in the JSX of Preact 10: `import type {} from '@semantic-search/widgets/preact'`. */
import type { SemanticSearchElements } from '@semantic-search/widgets/jsx';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends SemanticSearchElements {}
  }
}
