/** List of all pages in Markdown (llmstxt.org). */
import type { APIRoute } from 'astro';
import { allPages, groups, markdownAddress, type Page } from '../markdown-pages.ts';

export const GET: APIRoute = async () => {
  const pages = await allPages();
  const home = pages.find(({ id }) => id === 'index' || id === '');
  const sections = groups
    .map(([folder, title]) => ({ title, of: pages.filter(({ id }) => id.startsWith(`${folder}/`)) }))
    .filter(({ of }) => of.length > 0)
    .map(({ title, of }) => `## ${title}\n\n${of.map(line).join('\n')}\n`);
  return new Response([`# ${home?.data.title}\n\n> ${home?.data.description}\n`, ...sections].join('\n'));
};

const line = ({ id, data }: Page) =>
  `- [${data.title}](${markdownAddress(id)})${data.description ? `: ${data.description}` : ''}`;
