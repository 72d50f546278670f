/** Vite build: `widget.js` plus hashed chunks under `assets/`, with relative imports. */
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

/** Takes comments and indentation out of `css` and `html` templates, which minifiers leave as they are. */
const compactTemplates: Plugin = {
  name: 'compact-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/widgets/src/')) return null;
    return {
      code: code
        .replace(/css`([^`]*)`/g, (_, css: string) => `css\`${compactCss(css)}\``)
        // Quotes around an attribute of one word; outside of templates an equals sign has room around it.
        .replace(/(\s[a-z-]+)="([\w-]+)"/g, '$1=$2'),
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
          .replace(/\n(?=>)/g, '')
          .replace(/(?<=[\w"'}>])\n(?=[\w$<@.?])/g, ' ');
  },
};

/** Takes away what Vite puts around lazy imports to preload their styles and parts; these have none. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null,
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(wrapped, (_, plain, picked) => plain ?? picked);
    },
  },
};

/** `load(()=>import(…),[],import.meta.url)`, and the same with the names that are used picked out. */
const wrapped =
  /[\w$]+\((?:\(\)=>(import\(`[^`]+`\)(?:\.then\(\w=>\w\.\w\))?)|async\(\)=>\{let\{[^}]+\}=await (import\(`[^`]+`\));return\{[^}]+\}\}),\[\],import\.meta\.url\)/g;

/**
 * Leaves out what Lit has for others: ways around constructable style sheets, which browsers that know `light-dark()`
 * have; polyfills; style sheets put together in a template; and the words of errors in templates that do not compile.
 */
const leanLit: Plugin = {
  name: 'lean-lit',
  enforce: 'pre',
  transform: (code, id) =>
    /\/node_modules\/(@lit\/reactive-element|lit-html|lit-element)\//.test(id)
      ? { code: forOthers.reduce((left, [found, instead]) => left.replace(found, instead), code), map: null }
      : null,
};

const forOthers: [found: RegExp, instead: string][] = [
  [/=\w+\.ShadowRoot&&.*?CSSStyleSheet\.prototype/, '=true'],
  [/1===\w\.length\?(\w\[0\]):\w\.reduce\(.*?\+\w\[\w\+1\],\w\[0\]\)/, '$1'],
  [/\w\.lit\w*HydrateSupport\b|\w\.\w+PolyfillSupport\b/g, 'undefined'],
  [/\bError\("[^"]*"\)/g, 'Error()'],
];

/** Goes over the minified code several times more: a hundredth less to load. */
const thorough: Plugin = {
  name: 'thorough',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const compress = {
        passes: 3,
        unsafe_arrows: true,
        unsafe_methods: true,
        pure_getters: true,
        keep_fargs: false,
      };
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
    .replace(/(?<![\w.])0\./g, '.')
    .replace(/ ([*/]) /g, '$1')
    .replace(/;}/g, '}')
    .replace(/='([a-z]+)'/g, '=$1')
    .replace(/(@[a-z]+) \(/g, '$1(')
    .replace(/ !/g, '!')
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
      input: [`src/${mode === 'similar-docs' ? 'similar-docs' : 'widget'}.ts`],
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
  plugins: [compactTemplates, plainImports, leanLit, thorough],
}));
