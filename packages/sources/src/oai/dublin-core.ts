/** Documents from Dublin Core metadata (`oai_dc`, and `dcterms` elements of other formats). */
import { type ReadDate, readDate } from '@semantic-search/query/dates';
import { plainText } from '../html/extract-page.ts';
import { documentDate, isWebAddress, languageTag, withoutUndefined } from '../metadata-values.ts';
import type { Document } from '../source.ts';
import { elements, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** Elements that become attributes, under their own names. */
const COPIED = ['creator', 'contributor', 'publisher', 'subject', 'format', 'coverage', 'source', 'rights'];
/** Dates of the work come first, dates of its entry in the repository last. */
const DATES = ['issued', 'date', 'created', 'available', 'dateSubmitted', 'modified'];
/** Years as catalogs write them: `[1984]`, `c1984` and `©1984`. */
const CATALOG_YEAR = /^\[?(?:c|©|cop\. )?(\d{4})\]?\.?$/;
/** Elements of HTML and of JATS. */
const MARKUP =
  /<\/?(?:jats:)?(?:p|br|div|span|i|b|u|em|strong|su[bp]|a|[uo]l|li|h[1-6]|font|t[rdh]|table|title|italic|bold|sec)[\s/>]/i;
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z]\w+);/i;
const GENERIC_TYPES = new Set(['text', 'image', 'dataset', 'collection', 'physicalobject', 'other', 'na']);

/** Null if there is neither a title nor a description. */
export function dublinCoreDocument(identifier: string, metadata: XmlElement): Document | null {
  const allFields = elements(metadata).map((element) => {
    return { name: element.name, text: textIn(element), language: element.attribs['xml:lang'] };
  });
  const nonEmpty = allFields.filter(({ text }) => text !== '');
  const fields = Map.groupBy(nonEmpty, ({ name }) => name);
  const texts = (name: string) => [...new Set((fields.get(name) ?? []).map(({ text }) => text))];
  const language = texts('language').map(languageTag).find(Boolean);
  const [title, ...otherTitles] = titlesOf(fields.get('title') ?? [], language);
  const description = texts('description').join('\n\n') || texts('abstract').join('\n\n');
  if (title === undefined && description === '') return null;
  const subjects = texts('subject');
  const dates = DATES.flatMap((name) => datesOfWork(texts(name), language));
  const alternative = [...new Set([...otherTitles, ...texts('alternative')])];
  const copied = COPIED.map((name): [string, string[]] => [name, texts(name)]);
  const attributes = [...copied, ['alternative', alternative] as const];
  return withoutUndefined({
    id: identifier,
    link: [...texts('identifier'), identifier].find(isWebAddress),
    title: title ?? identifier,
    description: description || undefined,
    text: '',
    ...documentDate(dates, language),
    language,
    type: typeOf(texts('type')),
    subjects: subjects.length > 0 ? subjects : undefined,
    sections: [],
    attributes: Object.fromEntries(attributes.filter(([, values]) => values.length > 0)),
  });
}

type Title = { text: string; language: string | undefined };

/** Text of an element; some repositories write HTML as text. */
function textIn(element: XmlElement): string {
  const text = textOf(element).trim();
  return MARKUP.test(text) || CHARACTER_REFERENCE.test(text) ? plainText(text) : text;
}

/** The title in the language of the document comes first, then the first one; the others are alternatives. */
function titlesOf(titles: readonly Title[], language: string | undefined): string[] {
  const titleInLanguage = titles.find((title) => {
    const tag = language && title.language && languageTag(title.language);
    return tag && tag.split('-')[0] === language.split('-')[0];
  });
  return [...new Set([...(titleInLanguage ? [titleInLanguage] : []), ...titles].map(({ text }) => text))];
}

/** Dates come before times, which repositories add for accession; early dates come first, and unreadable texts last. */
function datesOfWork(texts: readonly string[], language: string | undefined): string[] {
  const parsed = texts.map((text) => {
    const year = CATALOG_YEAR.exec(text)?.[1];
    const [beginning = ''] = text.split('/');
    return { text, read: readDate(year ?? text, language) ?? readDate(beginning, language) };
  });
  const dates = parsed.flatMap(({ read }) => read ?? []);
  const isTime = ({ start, end }: ReadDate) => start === end;
  const sorted = dates.toSorted((a, b) => Number(isTime(a)) - Number(isTime(b)) || a.end - b.end);
  return [...sorted.map(({ text }) => text), ...parsed.filter(({ read }) => !read).map(({ text }) => text)];
}

/** The type of a document; names for readers are preferred to terms such as `info:eu-repo/semantics/article`. */
function typeOf(types: readonly string[]): string | undefined {
  const typeNames = types.filter((type) => !/^(?:info:|https?:|urn:)/i.test(type));
  const specific = typeNames.find((type) => !GENERIC_TYPES.has(type.toLowerCase().replaceAll(' ', '')));
  const terms = types.filter((type) => /^info:eu-repo\/semantics\//i.test(type));
  const term = terms.find((type) => !/version$|\/draft$/i.test(type));
  return specific ?? term?.slice(term.lastIndexOf('/') + 1) ?? typeNames[0] ?? types[0];
}
