/** The build: `widget.js`, short-lived, and hashed chunks under `assets/`, with relative imports and no bare specifier. */
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

/** Takes comments and indentation out of `css` and `html` templates, which minifiers leave as they are. */
const compactTemplates: Plugin = {
  name: 'compact-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/widgets/source/')) return null;
    return {
      code: code.replace(/css`([^`]*)`/g, (_, css: string) => `css\`${compactCss(css)}\``),
      map: null,
    };
  },
  // What is left of line breaks after minification stands in templates.
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code
          .replace(/\n\s+/g, '\n')
          .replace(/>\n</g, '><')
          .replace(/(?<=[\w"'}>])\n(?=[\w$<@.?])/g, ' ');
  },
};

/** Takes away what Vite puts around lazy imports to preload their styles and parts; these have none. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = 0;' : null),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(wrapped, (_, plain, picked) => plain ?? picked);
    },
  },
};

/** `load(()=>import(…),[],import.meta.url)`, and the same with the one name that is used picked out. */
const wrapped =
  /[\w$]+\((?:\(\)=>(import\(`[^`]+`\))|async\(\)=>\{let\{(?:\w+):e\}=await (import\(`[^`]+`\));return\{\w+:e\}\}),\[\],import\.meta\.url\)/g;

/** Browsers that know `light-dark()` have constructable style sheets: Lit's way around those without is left out. */
const constructable: Plugin = {
  name: 'constructable',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/reactive-element/css-tag.js')
      ? { code: code.replace(/=\w+\.ShadowRoot&&.*?CSSStyleSheet\.prototype/, '=true'), map: null }
      : null,
};

/** Goes over the minified code several times more: a hundredth less to load. */
const thorough: Plugin = {
  name: 'thorough',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const compress = { passes: 3, unsafe_arrows: true, unsafe_methods: true, keep_fargs: false };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = (await minify(chunk.code, { module: true, ecma: 2020, compress })).code!;
    },
  },
};

const compactCss = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    // Before a colon the space may be a descendant combinator.
    .replace(/:\s+/g, ':')
    .replace(/;}/g, '}')
    .replace(/\s+/g, ' ')
    .trim();

/** `widget` for any page; `similar-docs` is a whole of its own for pages with nothing but similar documents. */
export default defineConfig(({ mode }) => ({
  base: './',
  build: {
    target: 'es2022',
    modulePreload: false,
    emptyOutDir: mode !== 'similar-docs',
    rolldownOptions: {
      input: [`source/${mode === 'similar-docs' ? 'similar-docs' : 'widget'}.ts`],
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
  plugins: [compactTemplates, plainImports, constructable, thorough],
}));
