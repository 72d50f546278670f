/** Main user interface: configuration picker, search page and link to the editor. */
import { distinctTitles, editorUrl, type PageData, urlOfConfiguration } from './page-data.ts';
import type { TextKey } from './text/en.ts';
import { storedLanguage } from './text/stored-language.ts';

const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as PageData;
const choice = document.querySelector<HTMLElement>('#choice');
const select = document.querySelector<HTMLSelectElement>('#configuration');
const edit = document.querySelector<HTMLAnchorElement>('#edit');
const studio = document.querySelector<HTMLAnchorElement>('#studio');
const main = document.querySelector<HTMLElement>('#search');

if (!choice || !select || !edit || !studio || !main) throw new Error('The page lacks its own elements');

for (const { id, title } of distinctTitles(start.configurations)) select.add(new Option(title, `${id}`));
for (const link of document.querySelectorAll<HTMLElement>('.examples')) link.hidden = !start.hasExamples;
for (const link of document.querySelectorAll<HTMLElement>('.manual')) link.hidden = !start.hasManual;
choice.hidden = start.configurations.length < 2;
select.value = `${start.chosen}`;
if (start.chosen !== null) edit.href = editorUrl(start.chosen);
// Without a visible search, the page links to the studio, which also lists hidden searches.
edit.hidden = start.chosen === null;
studio.hidden = !edit.hidden;
document.querySelector('header')?.classList.remove('pending');
// Each configuration has its own page with its own token.
select.addEventListener('change', () =>
  location.assign(urlOfConfiguration(location.href, Number(select.value))),
);
// After history navigation, browsers may restore a selection that differs from the one shown.
window.addEventListener('pageshow', () => {
  select.value = `${start.chosen}`;
});
await translate();
showSearch();

/** Translates the page, which is English in HTML, so that most visitors load no language file. */
async function translate(): Promise<void> {
  if (/^en\b/.test(storedLanguage() ?? navigator.language)) return;
  const { text } = await import('./text/text.ts');
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = text(element.dataset.text as TextKey);
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]'))
    element.ariaLabel = text(element.dataset.label as TextKey);
}

function showSearch(): void {
  const chosen = start.configurations.find(({ id }) => id === start.chosen);
  const notice = document.querySelector<HTMLElement>('.notice[data-text]');
  if (!chosen && notice) notice.hidden = false;
  if (!chosen) return;
  document.title = chosen.title;
  const search = document.createElement('semantic-search');
  search.setAttribute('configuration', `${chosen.id}`);
  search.setAttribute('token', start.token);
  search.setAttribute('heading-level', '1');
  main?.append(search);
}
