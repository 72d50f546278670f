/** Markdown form of the pages, in the order of the sidebar. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { ORDER } from './sidebar.ts';

export type Page = CollectionEntry<'docs'>;

/** Folders in the order of the sidebar, with their titles. */
export const groups: [folder: string, title: string][] = [
  ['tutorials', 'Tutorials'],
  ['how-to', 'How-to guides'],
  ['reference', 'Reference'],
  ['explanation', 'Explanation'],
  ['project', 'Project'],
];

/** Address of the Markdown form of a page. */
export const markdownAddress = (id: string): string =>
  `${import.meta.env.BASE_URL.replace(/\/$/, '')}/${id || 'index'}.md`;

/** All pages but the error page, in the order of the sidebar; those with an order of their own first. */
export async function allPages(): Promise<Page[]> {
  const pages = (await getCollection('docs')).filter(({ id }) => id !== '404');
  const order = ({ id, data }: Page) =>
    data.sidebar.order ?? (ORDER.includes(id) ? 1000 + ORDER.indexOf(id) : Number.MAX_VALUE);
  return pages.sort((a, b) => order(a) - order(b) || a.id.localeCompare(b.id));
}

/** Pictures of the sources; the built site has them at other addresses. */
const picture = /^!\[[^\]]*\]\(\.[^)]*\)\n+/gm;

/** Relative links between pages lead to their Markdown forms. */
export const markdownOf = ({ data, body = '' }: Page): string =>
  `# ${data.title}\n\n${data.description ? `> ${data.description}\n\n` : ''}${body.replace(picture, '').trim()}\n`;
