/** Vite build: `widget.js` plus hashed chunks under `assets/`, with relative imports. */
import { minifyHTMLLiterals } from 'minify-literals';
import { defineConfig, type Plugin } from 'vite';

/** Minifies `html` and `css` templates. Whitespace stays one space, because the layout of a line depends on it. */
const templates: Plugin = {
  name: 'minify-templates',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/widgets/src/')
      ? minifyHTMLLiterals(code, { fileName: id, html: { conservativeCollapse: true } })
      : null,
};

/** `widget` is for any page; `similar-docs` is a separate bundle for pages with similar documents only. */
export default defineConfig(({ mode }) => ({
  base: './',
  json: { namedExports: false, stringify: false },
  build: {
    target: 'es2022',
    modulePreload: false,
    emptyOutDir: mode !== 'similar-docs',
    // As a library: other builds wrap each lazy import in code that preloads style sheets, of which there are none.
    lib: { entry: `src/${mode === 'similar-docs' ? 'similar-docs' : 'widget'}.ts`, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      // No getter of these modules does anything else than return a value.
      treeshake: { propertyReadSideEffects: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        // The files are for browsers, not for another bundler.
        minify: true,
        comments: false,
      },
    },
  },
  plugins: [templates],
}));
