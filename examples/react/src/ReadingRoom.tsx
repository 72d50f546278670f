/** A search whose look, results and clicks are in the hands of React. */
import type { SemanticSearchEvents } from '@semantic-search/widgets';
import type {} from '@semantic-search/widgets/react';
import '@semantic-search/widgets/semantic-search';
import '@semantic-search/widgets/similar-docs';
import { useState } from 'react';
import { service } from './service';

type Picked = SemanticSearchEvents['semantic-search-select']['document'];

export function ReadingRoom() {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [total, setTotal] = useState<number>();
  const [picked, setPicked] = useState<Picked>();
  const other = theme === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;

  return (
    <div className="room">
      <header className="masthead">
        <h1>The reading room</h1>
        <button type="button" onClick={() => setTheme(other)}>
          Make it {other}
        </button>
      </header>

      <main>
        <semantic-search
          {...service}
          theme={theme}
          headingLevel={2}
          onsemantic-search-results={({ detail }) => setTotal(detail.response.total)}
          onsemantic-search-select={(event) => {
            event.preventDefault();
            setPicked(event.detail.document);
          }}
        >
          <span slot="header" className="count">
            {total === undefined ? '' : `${total} on the shelves`}
          </span>
          <template slot="result">
            <article className="card">
              <h3>
                <a data-link="" data-text="title" />
              </h3>
              <p className="kind" data-text="type" />
              <p data-text="description" />
            </article>
          </template>
        </semantic-search>

        {picked && (
          <section className="desk">
            <h2>On the desk: {picked.title}</h2>
            <similar-docs
              {...service}
              theme={theme}
              uri={picked.id}
              number={3}
              heading="Beside it"
              headingLevel={3}
            />
          </section>
        )}
      </main>
    </div>
  );
}
