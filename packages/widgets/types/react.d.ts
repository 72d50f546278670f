/** The elements in the JSX of React 19: `import type {} from '@semantic-search/widgets/react'`. */
import type { SemanticSearchElements } from '@semantic-search/widgets/jsx';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends SemanticSearchElements {}
  }
}
