/** Reading of a sitemap, called in the isolated process. */
import { parseSitemap, type Sitemap } from './sitemap.ts';

export default (bytes: Uint8Array): Promise<Sitemap> => parseSitemap(bytes);
