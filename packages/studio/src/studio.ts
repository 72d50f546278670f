/** Main user interface: configuration picker, search page and link to the editor. */
import { distinctTitles, editorUrl, type PageData, urlOfConfiguration } from './page-data.ts';

const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as PageData;
const choice = document.querySelector<HTMLElement>('#choice');
const select = document.querySelector<HTMLSelectElement>('#configuration');
const edit = document.querySelector<HTMLAnchorElement>('#edit');
const main = document.querySelector<HTMLElement>('#search');

if (!choice || !select || !edit || !main) throw new Error('The page lacks its own elements');

for (const { id, title } of distinctTitles(start.configurations)) select.add(new Option(title, `${id}`));
for (const link of document.querySelectorAll<HTMLElement>('.examples')) link.hidden = !start.hasExamples;
for (const link of document.querySelectorAll<HTMLElement>('.manual')) link.hidden = !start.hasManual;
choice.hidden = start.configurations.length < 2;
select.value = `${start.chosen}`;
if (start.chosen !== null) edit.href = editorUrl(start.chosen);
document.querySelector('header')?.classList.remove('pending');
// Each configuration has its own page with its own token.
select.addEventListener('change', () =>
  location.assign(urlOfConfiguration(location.href, Number(select.value))),
);
// After history navigation, browsers may restore a selection that differs from the one shown.
window.addEventListener('pageshow', () => {
  select.value = `${start.chosen}`;
});
main.append(searchPage());

function searchPage(): HTMLElement {
  const chosen = start.configurations.find(({ id }) => id === start.chosen);
  if (!chosen) return notice('There is no configuration yet. Create one in the editor.');
  document.title = chosen.title;
  const search = document.createElement('semantic-search');
  search.setAttribute('configuration', `${chosen.id}`);
  search.setAttribute('token', start.token);
  search.setAttribute('heading-level', '1');
  return search;
}

function notice(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice';
  paragraph.textContent = text;
  return paragraph;
}
