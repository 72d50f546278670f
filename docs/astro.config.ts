/** Documentation site, which the server serves at `/manual`. */
import { satteri } from '@astrojs/markdown-satteri';
import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { focusableTables } from './src/focusable-tables.ts';
import { GUIDES } from './src/guides.ts';
import { linksBetweenPages } from './src/links-between-pages.ts';

const base = '/manual';

const group = (label: string, directory: string) => ({ label, items: [{ autogenerate: { directory } }] });

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
      components: { Search: './src/components/Search.astro', Head: './src/components/Head.astro' },
      // Code that scrolls can be reached by keyboard only with a script.
      expressiveCode: { defaultProps: { wrap: true } },
      customCss: ['./src/styles/site.css'],
      sidebar: [
        group('Tutorials', 'tutorials'),
        ...Object.entries(GUIDES).map(([label, names]) => ({
          label,
          items: names.map((name) => ({ slug: `how-to/${name}` })),
        })),
        group('Reference', 'reference'),
        group('Explanation', 'explanation'),
        group('Project', 'project'),
      ],
    }),
  ],
});
