/** End-to-end scenario by keyboard and mouse, and a mobile one in Arabic. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Driver } from './driver.ts';

const search = "document.querySelector('semantic-search').shadowRoot";
const box = `${search}.querySelector('semantic-search-box').shadowRoot`;
const detail = `${search}.querySelector('semantic-search-detail')?.shadowRoot`;
const panel = `${search}.querySelector('facet-panel')?.shadowRoot`;
const count = `${search}.querySelector('#results')?.textContent`;

type Step = (what: string, expression: string) => Promise<void>;

export async function visit(driver: Driver, url: string): Promise<string[]> {
  const done: string[] = [];
  const step: Step = async (what, expression) => {
    await until(driver, what, expression);
    done.push(what);
  };
  await driver.goTo(url);
  await step(
    'shows results and filters',
    `${count} === '42 results' && ${panel}?.querySelectorAll('.value').length > 5`,
  );
  await step('is no wider than the page', 'document.documentElement.scrollWidth <= innerWidth');
  await typing(driver, step);
  await byKeyboard(driver, step);
  await goBack(driver, step);
  await byPointer(driver, step);
  await onMobile(driver, step, `${url}narrow`);
  const violations = (await driver.read('violations')) as string[];
  if (violations.length) throw new Error(`content security policy violations: ${violations.join(', ')}`);
  await leaveAndReturn(driver, step, url);
  done.push('violates no rule of the strict policy');
  return done;
}

/** Last, because Firefox does not report further navigations after a page from the back/forward cache. */
async function leaveAndReturn(driver: Driver, step: Step, url: string): Promise<void> {
  await driver.goTo(url);
  await until(driver, 'shows the page again', count);
  await driver.read(`${box}.querySelector('input').focus()`);
  await driver.press('tariff');
  await until(driver, 'finds', `${count}.includes('tariff')`);
  await driver.read("void (location.href = '/narrow')");
  await until(driver, 'leaves', "location.pathname === '/narrow' && document.readyState === 'complete'");
  await driver.read('void history.back()');
  await until(driver, 'returns', `location.pathname === '/' && ${count}`);
  await pause(THINKING_MS);
  await step(
    'has the text and the results when the visitor returns',
    `${box}.querySelector('input').value === 'tariff' && ${count} === '7 results for “tariff”'`,
  );
}

/** Longer than the debounce delay and a response. */
const THINKING_MS = 500;

/** A correction, a word in front and spaces, with pauses after each part, at which the query is searched. */
async function typing(driver: Driver, step: Step): Promise<void> {
  const parts = ['/', 'tarif ', 'backspace', 'backspace', 'ff ', 'rates ', 'home', 'customs ', 'and '];
  for (const part of parts) {
    await driver.press(part);
    await pause(THINKING_MS);
  }
  await step(
    'keeps what is typed with pauses',
    `${box}.activeElement?.value === 'customs and tariff rates '`,
  );
  await driver.read('void history.back()');
  await step(
    'empties the box with Back',
    `${box}.querySelector('input').value === '' && ${count} === '42 results'`,
  );
}

/** Shortcut, synonym, concept, document and back, by keyboard. */
async function byKeyboard(driver: Driver, step: Step): Promise<void> {
  await driver.press('/');
  await step('focuses the search box with the slash', `${box}.activeElement?.id === 'input'`);
  await driver.press('jobless');
  await step(
    'suggests the concept for its synonym',
    `${box}.querySelector('[role=option]')?.textContent.includes('Unemployment')`,
  );
  await driver.press('down', 'enter');
  await step(
    'filters by the concept',
    `${search}.querySelector('.chosen')?.textContent.includes('Unemployment')`,
  );
  await step('writes the filter to the URL', "location.search.includes('Unemployment')");
  await driver.read(`${search}.querySelector('[data-document]').focus()`);
  await driver.press('enter');
  await step('opens the document with its concepts', `${detail}?.querySelectorAll('.concept').length > 0`);
  await step('moves the focus to its title', `${detail}?.activeElement?.id === 'title'`);
  await driver.press('escape');
  await step('restores the focus', `${search}.activeElement?.dataset.document !== undefined`);
}

async function goBack(driver: Driver, step: Step): Promise<void> {
  const steps: [string, string][] = [
    ['goes back to the typed query', "location.search === '?search=jobless'"],
    ['goes back to all documents', `!${search}.querySelector('.chosen') && ${count} === '42 results'`],
  ];
  for (const [what, expression] of steps) {
    await driver.read('void history.back()');
    await step(what, expression);
  }
}

/** A facet value, the next page and a document, by mouse. */
async function byPointer(driver: Driver, step: Step): Promise<void> {
  const type = `[...${panel}.querySelectorAll('.value')].find((row) => row.textContent.includes('Thesis'))`;
  await driver.click(`${type}.querySelector('input')`);
  await step(
    'filters by a facet value',
    `${search}.querySelector('.chosen')?.textContent.includes('Thesis')`,
  );
  await step('keeps the box checked', `${type}?.querySelector('input').checked`);
  await step('shows the number of results', `${count} === '10 results'`);
  await driver.click(`${search}.querySelector('.chosen button, button.chosen')`);
  await step('removes the filter', `!${search}.querySelector('.chosen') && ${count} === '42 results'`);
  await driver.click(`${search}.querySelector('.pager > a:last-of-type')`);
  await step('opens the next page', "new URL(location.href).searchParams.get('search.start') === '10'");
  await step('moves the focus to the heading', `${search}.activeElement?.id === 'results'`);
  await driver.click(`${search}.querySelector('[data-document]')`);
  await step('opens a document', `${detail}?.querySelectorAll('.concept').length > 0`);
  await driver.click(`${detail}.querySelector('.concept')`);
  await step(
    'explains a concept',
    `${detail}.querySelector('.card')?.textContent.includes('as the field uses')`,
  );
}

/** At 320 px, right to left, dark: the filters are in a dialog that scrolls. */
async function onMobile(driver: Driver, step: Step, url: string): Promise<void> {
  const sheet = `${search}?.querySelector('dialog.drawer')`;
  const page = `getComputedStyle(${search}.querySelector('.page'))`;
  await driver.goTo(url);
  await step('shows results from right to left', `${count} && ${page}.direction === 'rtl'`);
  await step('is in Arabic', `/\\p{Script=Arabic}/u.test(${count})`);
  await step(
    'is dark',
    `${page}.backgroundColor.match(/[\\d.]+/g).slice(0, 3).every((part) => Number(part) < 90)`,
  );
  await step('fits into 320 pixels', `${search}.querySelector('.page').scrollWidth <= 320`);
  await driver.click(`${search}.querySelector('button[aria-haspopup=dialog].button')`);
  await step(
    'opens the filters in a dialog',
    `${sheet}?.open && ${panel}?.querySelectorAll('.value').length > 5`,
  );
  await driver.read(
    `${panel}.querySelectorAll('.heading[aria-expanded=false]').forEach((one) => one.click())`,
  );
  await step(
    'expands all facets inside it',
    `!${panel}.querySelector('.heading[aria-expanded=false]') && ${sheet}.scrollHeight === ${sheet}.clientHeight`,
  );
  await driver.click(`${panel}.querySelector('.value input')`);
  await step(
    'filters inside it',
    `${panel}.querySelector('.value input').checked && ${search}.querySelector('.chosen')`,
  );
  await driver.press('escape');
  await step('closes the dialog', `!${sheet}.open`);
}

async function until(driver: Driver, what: string, expression: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    if (await driver.read(`Boolean(${expression})`)) return;
    await pause(100);
  }
  const shown = await driver.read(`location.search + ' ' + ${count}`);
  throw new Error(`timed out: ${what}; the page shows: ${shown}`);
}
