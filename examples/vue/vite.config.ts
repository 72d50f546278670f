import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const elements = ['semantic-search', 'facet-panel', 'similar-docs'];

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => elements.includes(tag) } } })],
});
