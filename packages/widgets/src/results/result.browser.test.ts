/** Tests of the concepts of a result: order, folding, and targets on touch screens. */
import type { SearchResponse } from '@semantic-search/contract';
import { expect } from 'chai';
import { accessible, deep, focused, serve } from '../../test/support/page.ts';
import { eachVisit, start, type } from '../../test/support/search.ts';
import { respond, testSettings } from '../../test/support/service.ts';

eachVisit();

const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Tariff rates'];

/** Each result has the concepts `names`. */
function serveConcepts(count = names.length): void {
  serve(testSettings(), (url, body) => {
    if (!url.pathname.endsWith('/search')) return undefined;
    const { input = '' } = JSON.parse(body);
    const given = respond(url, JSON.stringify({ input })) as { status: number; body: SearchResponse };
    const facets = names
      .slice(0, count)
      .map((label) => ({ count: 1, label, value: `https://example.org/${label}`, children: null }));
    for (const document of given.body.result)
      document.facetList = [{ field: 'dyn_uri_made', label: 'Made', facets }];
    return given;
  });
}

const chips = () => [...deep('.foot')!.querySelectorAll<HTMLElement>('.chip')];
const shown = () => chips().flatMap((chip) => (chip.checkVisibility() ? [chip.textContent!.trim()] : []));

describe('the concepts of a result', () => {
  it('are three and a button that shows the others', async () => {
    serveConcepts();
    await start();
    expect(shown()).to.deep.equal(['Alpha', 'Beta', 'Gamma', '+3']);
    await accessible();
    chips().at(-1)!.click();
    expect(shown()).to.deep.equal(names);
    expect(focused() === chips()[3]).to.equal(true);
  });
  it('begin with those that match the query', async () => {
    serveConcepts();
    await start();
    await type('tariff');
    expect(shown()).to.deep.equal(['Tariff rates', 'Alpha', 'Beta', '+3']);
  });
  it('begin with those that filter the results', async () => {
    serveConcepts();
    const element = await start();
    await element.store!.change({
      selectedFacets: [{ field: 'dyn_uri_all_concepts', label: 'https://example.org/Delta', value: 'Delta' }],
    });
    await element.updateComplete;
    expect(shown()[0]).to.equal('Delta');
  });
  it('are not folded if only one would be hidden', async () => {
    serveConcepts(4);
    await start();
    expect(shown()).to.deep.equal(names.slice(0, 4));
  });
});
