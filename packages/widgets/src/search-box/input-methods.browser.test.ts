/** Tests of input methods: Japanese, Chinese, Vietnamese, Korean, autocorrection. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { requests, settled, until } from '../../test/support/page.ts';
import { eachVisit, input, start } from '../../test/support/search.ts';

eachVisit();

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Longer than the debounce delay. */
const HESITATION_MS = 200;
const searched = (text: string) =>
  until(() => requests.some(({ body }) => body && JSON.parse(body).input === text));

describe('an input method', () => {
  /** The events of Chromium and Safari for a text in composition. */
  const compose = (text: string, base = '') => {
    input().value = base + text;
    input().dispatchEvent(
      new InputEvent('input', { inputType: 'insertCompositionText', data: text, isComposing: true }),
    );
  };
  const begin = () => input().dispatchEvent(new CompositionEvent('compositionstart'));
  const end = (data: string) => input().dispatchEvent(new CompositionEvent('compositionend', { data }));

  for (const [language, parts, text] of [
    ['Japanese', ['と', 'とう', 'とうきょ', 'とうきょう', '東京'], '東京'],
    ['Chinese', ['b', 'bei', 'bei j', 'bei jing', '北京'], '北京'],
    ['Vietnamese', ['t', 'ti', 'tie', 'tiê', 'tiêng', 'tiếng'], 'tiếng'],
  ] as const)
    it(`searches for ${language} only after the composition, and its Enter does not submit`, async () => {
      await start();
      input().focus();
      const before = requests.length;
      begin();
      for (const part of parts) {
        compose(part, 'wolf ');
        await pause(HESITATION_MS);
      }
      input().form!.dispatchEvent(new Event('submit', { cancelable: true }));
      await settled();
      expect(requests).to.have.length(before);
      expect(localStorage.length).to.equal(0);
      end(text);
      await searched(`wolf ${text}`);
      expect(input().value).to.equal(`wolf ${text}`);
    });
  it('is not interrupted by a search when the page sets another token', async () => {
    const element = await start();
    input().focus();
    begin();
    compose('とう');
    const { store } = element;
    element.token = 'u';
    await until(() => element.store !== store && element.store!.response);
    await pause(HESITATION_MS);
    expect(element.store!.query.input).to.equal('');
    compose('東京');
    end('東京');
    await searched('東京');
  });
  it('searches for Korean while its last syllable is composed', async () => {
    await start();
    input().focus();
    begin();
    for (const part of ['ㅅ', '서']) compose(part);
    end('서');
    begin();
    for (const part of ['ㅇ', '우', '울']) compose(part, '서');
    await searched('서울');
  });
  it('keeps its Escape and arrow keys, and the Enter that Safari fires after the composition', async () => {
    await start();
    input().focus();
    begin();
    compose('東京');
    end('東京');
    const press = (key: string) => {
      const event = new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true });
      input().dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(press('Enter'), 'Enter would submit').to.equal(true);
    expect([press('Escape'), press('ArrowDown')]).to.deep.equal([false, false]);
    expect(input().value).to.equal('東京');
  });
  it('may replace a word, as autocorrection and spelling suggestions do', async () => {
    await start();
    input().focus();
    await sendKeys({ type: 'wofl ' });
    await pause(HESITATION_MS);
    input().setRangeText('wolf', 0, 4, 'preserve');
    input().dispatchEvent(new InputEvent('input', { inputType: 'insertReplacementText', data: 'wolf' }));
    await sendKeys({ type: 'cub' });
    await searched('wolf cub');
    expect(input().value).to.equal('wolf cub');
  });
});
