/** Documentation site, which the server serves at `/manual`. */
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { focusableTables } from './src/focusable-tables.ts';
import { linksBetweenPages } from './src/links-between-pages.ts';
import { GUIDES, REFERENCE } from './src/sidebar.ts';

const base = '/manual';

const group = (label: string, directory: string) => ({ label, items: [{ autogenerate: { directory } }] });

const groups = (directory: string, pages: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(pages).map(([label, names]) => ({
    label,
    items: names.map((name) => ({ slug: `${directory}/${name}` })),
  }));

export default defineConfig({
  base,
  markdown: {
    processor: satteri({ mdastPlugins: [linksBetweenPages(base)], hastPlugins: [focusableTables] }),
  },
  image: { service: passthroughImageService() },
  // Inline scripts would each need a hash in the content security policy.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Semantic search',
      favicon: '/favicon.svg',
      // The search of the site is the product itself.
      pagefind: false,
      components: {
        Search: './src/components/Search.astro',
        Head: './src/components/Head.astro',
        Pagination: './src/components/Pagination.astro',
      },
      // Code that scrolls can be reached by keyboard only with a script.
      // A frame would add the words “Terminal window”, which a search would find.
      expressiveCode: { defaultProps: { wrap: true, overridesByLang: { sh: { frame: 'none' } } } },
      customCss: ['./src/styles/site.css'],
      sidebar: [
        group('Tutorials', 'tutorials'),
        ...groups('how-to', GUIDES),
        { label: 'Reference', items: groups('reference', REFERENCE) },
        group('Explanation', 'explanation'),
        group('Project', 'project'),
      ],
    }),
  ],
});
