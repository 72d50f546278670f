/** Main page: configuration picker, search, and link to the editor or the studio. */
import { distinctTitles, editorUrl, otherSearchUrl, readPageData } from './page-data.ts';
import type { TextKey } from './text/en.ts';
import { storedLanguage } from './text/stored-language.ts';

const { configurations, chosen, token, hasExamples, hasManual } = readPageData();
const picker = document.querySelector<HTMLElement>('#choice');
const select = document.querySelector<HTMLSelectElement>('#configuration');
const editorLink = document.querySelector<HTMLAnchorElement>('#edit');
const studioLink = document.querySelector<HTMLAnchorElement>('#studio');
const main = document.querySelector<HTMLElement>('#search');

if (!picker || !select || !editorLink || !studioLink || !main) throw new Error('The page lacks elements');

for (const { id, title } of distinctTitles(configurations)) select.add(new Option(title, `${id}`));
for (const link of document.querySelectorAll<HTMLElement>('.examples')) link.hidden = !hasExamples;
for (const link of document.querySelectorAll<HTMLElement>('.manual')) link.hidden = !hasManual;
picker.hidden = configurations.length < 2;
select.value = `${chosen}`;
if (chosen !== null) editorLink.href = editorUrl(chosen);
// Without a visible search, the page links to the studio, which also lists hidden searches.
editorLink.hidden = chosen === null;
studioLink.hidden = chosen !== null;
// The header is hidden until its links are complete.
document.querySelector('header')?.classList.remove('pending');
// Each configuration has its own page with its own token.
select.addEventListener('change', () => location.assign(otherSearchUrl(location.href, Number(select.value))));
// After history navigation, browsers may restore a selection that differs from the one shown.
window.addEventListener('pageshow', () => {
  select.value = `${chosen}`;
});
// First, because the texts set the language of the page, from which the widgets take theirs.
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
  const configuration = configurations.find(({ id }) => id === chosen);
  const notice = document.querySelector<HTMLElement>('.notice[data-text]');
  if (!configuration && notice) notice.hidden = false;
  if (!configuration) return;
  document.title = configuration.title;
  const search = document.createElement('semantic-search');
  search.setAttribute('configuration', `${configuration.id}`);
  search.setAttribute('token', token);
  search.setAttribute('heading-level', '1');
  main?.append(search);
}
