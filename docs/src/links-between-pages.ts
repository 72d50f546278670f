/** Markdown plugin: links to other Markdown files become addresses of the site. */
import type { MdastPluginDefinition } from 'satteri';

const pages = new URL('./content/docs/', import.meta.url);

/** Files link to each other as in a repository, such as `../how-to/embed.md#csp`. Throws for files outside the site. */
export function linksBetweenPages(base: string): MdastPluginDefinition {
  return {
    name: 'links-between-pages',
    link(node, context) {
      if (/^[a-z]+:|^[/#]/i.test(node.url)) return;
      if (!context.fileURL) throw new Error(`A link needs the file that it is in: ${node.url}`);
      context.setProperty(node, 'url', addressOf(new URL(node.url, context.fileURL), base));
    },
  };
}

function addressOf(target: URL, base: string): string {
  const path = target.pathname.startsWith(pages.pathname) && target.pathname.slice(pages.pathname.length);
  const page = path && /^(.*?)(?:\/?\bindex)?\.mdx?$/.exec(path)?.[1];
  if (page === undefined || page === false) throw new Error(`Not a page of the site: ${target.pathname}`);
  return `${base}/${page && `${page}/`}${target.hash}`;
}
