import { defineConfig } from 'vite';

export default defineConfig({
  base: '/studio/',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'editor.html', 'studio.html'] },
  },
});
