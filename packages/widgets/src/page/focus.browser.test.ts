/** Tests of the focus after elements are removed. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { focused, queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { click, eachVisit, lastRequest, start } from '../../test/support/search.ts';
import { testSettings } from '../../test/support/service.ts';

eachVisit();

const chips = () => [...queryDeep('.active')!.querySelectorAll<HTMLElement>('.remove')];
const types = (...labels: string[]) => labels.map((label) => ({ field: 'dyn_lit_type', label }));

describe('the focus', () => {
  it('moves from a removed filter to the next one, and from the last one to the results', async () => {
    const element = await start();
    await element.store!.change({ selectedFacets: types('Book', 'Thesis', 'Article') });
    await settled();
    await click(chips()[1]!);
    expect(focused()?.getAttribute('aria-label')).to.equal('Remove filter Article');
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(focused()?.getAttribute('aria-label')).to.equal('Remove filter Book');
    await sendKeys({ press: 'Enter' });
    await settled();
    expect(focused()?.id).to.equal('results');
    expect(lastRequest().selectedFacets ?? []).to.deep.equal([]);
  });
  it('moves to the results when a retry succeeds', async () => {
    let failing = true;
    serve(testSettings(), (url) =>
      failing && url.pathname.endsWith('/search') ? { status: 503, body: {} } : undefined,
    );
    await start();
    const again = await until(() => queryDeep('[part=error] button'));
    failing = false;
    await click(again);
    await until(() => queryDeep('.result') && focused()?.id === 'results');
  });
});
