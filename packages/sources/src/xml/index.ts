/** XML of foreign files: sitemaps, feeds and repositories. */
export { decodeXml } from './decode-xml.ts';
export {
  child,
  childText,
  elements,
  parseXml,
  textOf,
  type XmlDocument,
  type XmlElement,
} from './xml-tree.ts';
