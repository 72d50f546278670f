/** Vite build: `widget.js` plus hashed chunks under `assets/`, with relative imports. */
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

/** Removes comments and indentation from `css` and `html` templates; minifiers keep them. */
const compactTemplates: Plugin = {
  name: 'compact-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/widgets/src/')) return null;
    return {
      code: code
        .replace(/css`([^`]*)`/g, (_, css: string) => `css\`${compactCss(css)}\``)
        // Removes the quotes around one-word attributes; code outside templates has spaces around `=`.
        .replace(/(\s[a-z-]+)="([\w-]+)"/g, '$1=$2'),
      map: null,
    };
  },
  // The line breaks that remain after minification are in templates.
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

/** Removes Vite's preload wrapper from lazy imports; they have nothing to preload. */
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

/** `load(()=>import(…),[],import.meta.url)`, and the same with the used names selected. */
const wrapped =
  /[\w$]+\((?:\(\)=>(import\(`[^`]+`\)(?:\.then\(\w=>\w\.\w\))?)|async\(\)=>\{let\{[^}]+\}=await (import\(`[^`]+`\));return\{[^}]+\}\}),\[\],import\.meta\.url\)/g;

/**
 * Removes code of Lit that browsers with `light-dark()` do not need: fallbacks for constructable style sheets, polyfill
 * hooks, style sheet concatenation and error texts.
 */
const leanLit: Plugin = {
  name: 'lean-lit',
  enforce: 'pre',
  transform: (code, id) =>
    /\/node_modules\/(@lit\/reactive-element|lit-html|lit-element)\//.test(id)
      ? {
          code: unusedLitCode.reduce((left, [found, instead]) => left.replace(found, instead), code),
          map: null,
        }
      : null,
};

const unusedLitCode: [found: RegExp, instead: string][] = [
  [/=\w+\.ShadowRoot&&.*?CSSStyleSheet\.prototype/, '=true'],
  [/1===\w\.length\?(\w\[0\]):\w\.reduce\(.*?\+\w\[\w\+1\],\w\[0\]\)/, '$1'],
  [/\w\.lit\w*HydrateSupport\b|\w\.\w+PolyfillSupport\b/g, 'undefined'],
  [/\bError\("[^"]*"\)/g, 'Error()'],
];

/** Iterates over own members only: scripts of a page may extend Object.prototype, also for helpers of the bundler. */
const ownMembers: Plugin = {
  name: 'own-members',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /\bfor\s*\((var|let|const) ([\w$]+) in ([\w$]+)\)/g,
          'for($1 $2 of Object.keys($3))',
        );
  },
};

/** Runs more passes of minification; saves about 1 %. */
const extraMinification: Plugin = {
  name: 'extra-minification',
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

/** `widget` is for any page; `similar-docs` is a separate bundle for pages with similar documents only. */
export default defineConfig(({ mode }) => ({
  base: './',
  json: { namedExports: false, stringify: false },
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
  plugins: [compactTemplates, plainImports, leanLit, ownMembers, extraMinification],
}));
