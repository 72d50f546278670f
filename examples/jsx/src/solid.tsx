/** The elements in Solid's JSX: what is right compiles, what is wrong does not. */
import type {} from '@semantic-search/widgets/solid';

export const Search = ({ pick }: { pick(title: string): void }) => (
  <semantic-search
    configuration={7}
    token="…"
    headingLevel={2}
    on:semantic-search-select={(event) => pick(event.detail.document.title)}
  />
);

// @ts-expect-error a configuration is a number
export const wrong = <semantic-search configuration="seven" />;
