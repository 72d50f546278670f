/** HTML plugin: tables can have the focus, because wide ones scroll. */
import type { HastPluginDefinition } from 'satteri';

export const focusableTables: HastPluginDefinition = {
  name: 'focusable-tables',
  element: {
    filter: ['table'],
    visit(node, context) {
      context.setProperty(node, 'tabIndex', 0);
    },
  },
};
