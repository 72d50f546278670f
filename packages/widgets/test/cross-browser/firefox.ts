/** Firefox driver (WebDriver BiDi). */
import { type KeyInput, launch } from 'puppeteer-core';
import { type Driver, middleOf } from './driver.ts';

const names: Record<string, KeyInput> = {
  enter: 'Enter',
  escape: 'Escape',
  down: 'ArrowDown',
  home: 'Home',
  backspace: 'Backspace',
  tab: 'Tab',
};

export async function firefox(executablePath: string): Promise<Driver> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  const read = (expression: string) => page.evaluate(expression);
  return {
    name: await browser.version(),
    goTo: async (url) => void (await page.goto(url)),
    read,
    async press(...keys) {
      for (const key of keys) {
        const name = names[key];
        await (name ? page.keyboard.press(name) : page.keyboard.type(key));
      }
    },
    async click(expression) {
      const { x, y } = await middleOf(read, expression);
      await page.mouse.click(x, y);
    },
    close: () => browser.close(),
  };
}
