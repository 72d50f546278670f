/** Tests of the metadata line in the page. */
import { expect } from 'chai';
import { queryDeep, serve } from '../../test/support/page.ts';
import { eachVisit, start } from '../../test/support/search.ts';
import { search, testSettings } from '../../test/support/service.ts';

eachVisit();

it('the metadata line separates its entries for screen readers', async () => {
  await start();
  const line = queryDeep('.facts')!.cloneNode(true) as HTMLElement;
  for (const silent of line.querySelectorAll('[aria-hidden]')) silent.remove();
  expect(line.textContent).to.match(/^\S+\s+May 17, 1980\s+\S/);
});

it('the metadata line omits concepts that appear as chips', async () => {
  const settings = testSettings();
  serve(settings, (url, body) => {
    if (!url.pathname.endsWith('/search')) return undefined;
    const response = search(JSON.parse(body), settings.result);
    const named = { count: 1, label: 'Made up', value: 'https://example.org/made-up', children: null };
    response.result[0]!.documentDetails.unshift({ field: 'dyn_uri_topics', label: 'Topic', facets: [named] });
    return { status: 200, body: response };
  });
  const line = async () => {
    const element = await start();
    const { textContent } = queryDeep('.facts')!;
    element.remove();
    return textContent;
  };
  expect(await line()).not.to.contain('Made up');
  settings.result.showTags = false;
  expect(await line()).to.contain('Made up');
});

it('the metadata line names the language of a document in another language than the page', async () => {
  const settings = testSettings();
  serve(settings, (url, body) => {
    if (!url.pathname.endsWith('/search')) return undefined;
    const response = search(JSON.parse(body), settings.result);
    for (const [index, language] of ['de', 'en-GB', 'pt-BR', 'x_y', ''].entries())
      response.result[index]!.language = language;
    return { status: 200, body: response };
  });
  await start();
  const lines = [...queryDeep('.list')!.querySelectorAll('.facts')].map(
    (line) => /German|English|Portuguese|x_y/.exec(line.textContent)?.[0],
  );
  expect(lines.slice(0, 5)).to.deep.equal(['German', undefined, 'Portuguese', undefined, undefined]);
  expect(queryDeep('.list [data-document]')!.lang).to.equal('de');
});

describe('a date in the metadata line', () => {
  for (const [style, written] of [
    ['short', '5/17/80'],
    ['medium', 'May 17, 1980'],
    ['long', 'May 17, 1980'],
    ['full', 'Saturday, May 17, 1980'],
  ] as const)
    it(`has the configured style ${style}`, async () => {
      serve(
        testSettings((settings) => {
          settings.result.dateFormat = style;
        }),
      );
      await start({ lang: 'en-US' });
      expect(queryDeep('.facts')!.textContent).to.contain(written);
    });
});
