/** Markdown form of each page, such as `/manual/how-to/embed.md`. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { allPages, markdownOf, type Page } from '../markdown-pages.ts';

export const getStaticPaths: GetStaticPaths = async () =>
  (await allPages()).map((page) => ({ params: { page: page.id || 'index' }, props: { page } }));

export const GET: APIRoute<{ page: Page }> = ({ props }) => new Response(markdownOf(props.page));
