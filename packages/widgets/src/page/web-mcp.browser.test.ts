/** Tests of the WebMCP tool: registered once where the browser has the API, and searching the page. */
import { expect } from 'chai';
import { queryDeep, serve, settled, until } from '../../test/support/page.ts';
import { eachVisit, input, lastRequest, start, titles } from '../../test/support/search.ts';
import type { ModelContextTool } from './web-mcp.ts';

eachVisit();

const registered = new Map<string, ModelContextTool>();

/** As in the draft: a second tool of the same name is rejected, and the signal removes a tool. */
const modelContext = {
  async registerTool(tool: ModelContextTool, { signal }: { signal: AbortSignal }): Promise<void> {
    if (registered.has(tool.name)) throw new DOMException('duplicate', 'InvalidStateError');
    registered.set(tool.name, tool);
    signal.addEventListener('abort', () => registered.delete(tool.name));
  },
};

beforeEach(() => {
  registered.clear();
  Object.defineProperty(document, 'modelContext', { value: modelContext, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(document, 'modelContext'));

async function tool(): Promise<ModelContextTool> {
  await start();
  return until(() => registered.get('search'));
}

const failure = (coming: Promise<object>) =>
  coming.then(
    () => undefined,
    (error: Error) => error.message,
  );

describe('the WebMCP tool', () => {
  it('searches, returns the results, and shows them to the visitor', async () => {
    const { execute, annotations } = await tool();
    expect(annotations.readOnlyHint).to.equal(true);
    const found = (await execute({ input: 'inflation' })) as { total: number; results: { title: string }[] };
    await settled();
    expect(lastRequest().input).to.equal('inflation');
    expect(input().value).to.equal('inflation');
    expect(found.results.length).to.equal(titles().length);
    expect(queryDeep('.list')!.textContent).to.contain(found.results[0]!.title);
    expect(Object.keys(found.results[0]!)).to.deep.equal(['title', 'link', 'summary']);
  });
  it('rejects invalid arguments without a request', async () => {
    const { execute } = await tool();
    for (const wrong of [{}, { input: 7 }, { input: 'x'.repeat(1001) }])
      expect(await failure(execute(wrong))).to.contain('input must be a text');
  });
  it('explains a failed search', async () => {
    const { execute } = await tool();
    serve(undefined, ({ pathname }) =>
      pathname.endsWith('/search') ? { status: 503, body: {} } : undefined,
    );
    expect(await failure(execute({ input: 'inflation' }))).to.not.equal(undefined);
  });
  it('is removed with its search', async () => {
    await tool();
    document.querySelector('semantic-search')!.remove();
    expect(registered.size).to.equal(0);
  });
  it('is registered by one search of the page only', async () => {
    const { title } = await tool();
    await start({ id: 'second' });
    expect([...registered.values()].map((each) => each.title)).to.deep.equal([title]);
  });
  it('opens the search of a page in dialog mode', async () => {
    // Ready only when the dialog has been opened.
    void start({ mode: 'dialog' });
    const { execute } = await until(() => registered.get('search'));
    await execute({ input: 'inflation' });
    expect(lastRequest().input).to.equal('inflation');
    expect(queryDeep<HTMLDialogElement>('dialog')!.open).to.equal(true);
  });
});
