/** A whole visit by keyboard: search, suggestion, filter, document, back. Each step says what should be there. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './driver.ts';

const search = "document.querySelector('semantic-search').shadowRoot";
const box = `${search}.querySelector('semantic-search-box').shadowRoot`;
const detail = `${search}.querySelector('semantic-search-detail')?.shadowRoot`;
const panel = `${search}.querySelector('facet-panel')?.shadowRoot`;
const count = `${search}.querySelector('#results')?.textContent`;

export async function visit(driver: Driver, url: string): Promise<string[]> {
  const done: string[] = [];
  const step = async (what: string, expression: string) => {
    await until(driver, what, expression);
    done.push(what);
  };
  await driver.goTo(url);
  await step(
    'shows results and filters',
    `${count} === '42 results' && ${panel}?.querySelectorAll('.value').length > 5`,
  );
  await step('is no wider than the page', 'document.documentElement.scrollWidth <= innerWidth');
  await driver.press('/');
  await step('takes the slash to the box', `${box}.activeElement?.id === 'input'`);
  await driver.press('jobless');
  await step(
    'suggests the concept by its synonym',
    `${box}.querySelector('[role=option]')?.textContent.includes('Unemployment')`,
  );
  await driver.press('down', 'enter');
  await step('narrows to it', `${search}.querySelector('.chosen')?.textContent.includes('Unemployment')`);
  await step('keeps it in the address', "location.search.includes('Unemployment')");
  await driver.read(`${search}.querySelector('[data-document]').focus()`);
  await driver.press('enter');
  await step('opens the document with its concepts', `${detail}?.querySelectorAll('.concept').length > 0`);
  await step('moves the focus to its title', `${detail}?.activeElement?.id === 'title'`);
  await driver.press('escape');
  await step('gives the focus back', `${search}.activeElement?.dataset.document !== undefined`);
  const steps: [string, string][] = [
    ['goes back to the document', `${detail}?.querySelectorAll('.concept').length > 0`],
    ['goes back to the results', `!${search}.querySelector('semantic-search-detail')`],
    ['goes back to what was typed', "location.search === '?search=jobless'"],
    ['goes back to all', `!${search}.querySelector('.chosen') && ${count} === '42 results'`],
  ];
  for (const [what, expression] of steps) {
    await driver.read('void history.back()');
    await step(what, expression);
  }
  return done;
}

async function until(driver: Driver, what: string, expression: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    if (await driver.read(`Boolean(${expression})`)) return;
    await pause(100);
  }
  throw new Error(`never: ${what}`);
}
