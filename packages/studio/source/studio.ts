/** The main user interface: the configurations to choose from, and the search page of the chosen one. */
import { choose, type Start, startingConfiguration } from './choice.ts';

const start = JSON.parse(document.querySelector('#start')?.textContent ?? '') as Start;
const choice = document.querySelector<HTMLElement>('#choice');
const select = document.querySelector<HTMLSelectElement>('#configuration');
const main = document.querySelector<HTMLElement>('#search');

if (!choice || !select || !main) throw new Error('The page lacks its own elements');

for (const { id, title } of start.configurations) select.add(new Option(title, `${id}`));
choice.hidden = start.configurations.length < 2;
select.addEventListener('change', () => {
  history.pushState(null, '', choose(location.href, Number(select.value)));
  show();
});
window.addEventListener('popstate', () => show());
show();

/** Shows the configuration that the address names; the one already shown stays as it is. */
function show(): void {
  const id = startingConfiguration(start, location.href);
  const chosen = start.configurations.find((configuration) => configuration.id === id);
  if (!chosen) {
    main?.replaceChildren(
      notice('There is no configuration to search with yet. Create one through the API.'),
    );
    return;
  }
  document.title = chosen.title;
  if (select) select.value = `${chosen.id}`;
  if (main?.querySelector(`semantic-search[configuration="${chosen.id}"]`)) return;
  const search = document.createElement('semantic-search');
  search.setAttribute('configuration', `${chosen.id}`);
  search.setAttribute('token', start.token);
  search.setAttribute('heading-level', '1');
  main?.replaceChildren(search);
}

function notice(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice';
  paragraph.textContent = text;
  return paragraph;
}
