/** A file that is cut off, damaged or not RDF is rejected, with its line; other markup is read. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { changeThesaurus, deserializeThesaurus, parseThesaurus } from '../../index.ts';

const skos = 'http://www.w3.org/2004/02/skos/core#';
const namespaces = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="${skos}"`;
const [turtle, triples, rdfXml] = ['text/turtle', 'application/n-triples', 'application/rdf+xml'];

async function* only(content: string | Uint8Array) {
  yield content;
}

const parse = (content: string | Uint8Array, mediaType: string) => parseThesaurus(only(content), mediaType);

async function labelsOf(content: string | Uint8Array, mediaType: string): Promise<string[]> {
  const { thesaurus } = deserializeThesaurus((await parse(content, mediaType)).record);
  return Array.from({ length: thesaurus.labelCount }, (_, i) => thesaurus.labelText(i));
}

const concepts = Array.from({ length: 40 }, (_, i) => ({
  uri: `http://example.org/${i}`,
  broader: `http://example.org/${i >> 1}`,
  label: `Größe ${i}`,
}));
/** The same thesaurus in each syntax. */
const files: Record<string, string> = {
  [turtle]: `@prefix s: <${skos}> .\n${concepts
    .map(
      ({ uri, broader, label }) =>
        `<${uri}> a s:Concept ;\n  s:prefLabel "${label}"@de ; s:broader <${broader}> .`,
    )
    .join('\n')}`,
  [triples]: concepts
    .flatMap(({ uri, broader, label }) => [
      `<${uri}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${skos}Concept> .`,
      `<${uri}> <${skos}prefLabel> "${label}"@de .`,
      `<${uri}> <${skos}broader> <${broader}> .`,
    ])
    .join('\n'),
  [rdfXml]: `<?xml version="1.0"?>\n<rdf:RDF ${namespaces}>\n${concepts
    .map(
      ({ uri, broader, label }) =>
        `<s:Concept rdf:about="${uri}"><s:prefLabel xml:lang="de">${label}</s:prefLabel><s:broader rdf:resource="${broader}"/></s:Concept>`,
    )
    .join('\n')}\n</rdf:RDF>`,
};

describe('a thesaurus that is cut off anywhere', () => {
  test.each(Object.keys(files))('never replaces the whole one in %s', async (mediaType) => {
    const bytes = Buffer.from(files[mediaType]!);
    const { record: current, report } = await parse(bytes, mediaType);
    expect(report.concepts).toBe(40);
    for (let at = 1; at < bytes.length; at += 61) {
      const outcome = await parse(bytes.subarray(0, at), mediaType)
        .then(({ record, report }) => changeThesaurus(current, { record }) && report.concepts)
        .catch(({ code }) => code);
      // The removal of the last few concepts may be intended, and N-Triples may lack the last relation.
      expect(outcome === 'invalid-thesaurus' || outcome > 36, `${at}: ${outcome}`).toBe(true);
    }
  });

  test.each([turtle, rdfXml])('is reported with the line in %s', async (mediaType) => {
    const cut = files[mediaType]!.slice(0, -50);
    await expect(parse(cut, mediaType)).rejects.toThrow(/line \d+/i);
  });

  test('is recognized between two statements by its top concepts and members, too', async () => {
    const head = `@prefix s: <${skos}> . <urn:s> a s:ConceptScheme ; s:hasTopConcept <urn:a> .
      <urn:c> a s:Collection ; s:member <urn:b> .`;
    const concept = (name: string) => `\n<urn:${name}> a s:Concept ; s:prefLabel "${name}" .`;
    const { record: current } = await parse(head + ['a', 'b', 'd'].map(concept).join(''), turtle);
    for (const rest of ['a', 'b']) {
      const { record } = await parse(head + concept(rest), turtle);
      expect(() => changeThesaurus(current, { record })).toThrow(/refers to urn:[ab],/);
    }
    const { record } = await parse(head + ['a', 'b'].map(concept).join(''), turtle);
    expect(changeThesaurus(current, { record })).toBe(record);
    const { record: extended } = await parse(head + ['a', 'e', 'f'].map(concept).join(''), turtle);
    expect(changeThesaurus(current, { record: extended })).toBe(extended);
  });
});

const xml = (body: string, head = '<?xml version="1.0"?>') =>
  `${head}<rdf:RDF ${namespaces}>${body}</rdf:RDF>`;
const concept = (label: string) =>
  `<s:Concept rdf:about="urn:a"><s:prefLabel xml:lang="de">${label}</s:prefLabel></s:Concept>`;

describe('content that is not a thesaurus', () => {
  test.each([
    [
      'an HTML page',
      rdfXml,
      '<!DOCTYPE html><html><head><title>502</title></head><body>Bad Gateway<br></body></html>',
    ],
    [
      'an XHTML page',
      rdfXml,
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Not found</p></body></html>',
    ],
    ['an HTML page', turtle, '<!DOCTYPE html><html><body>Bad Gateway</body></html>'],
    ['an HTML page', triples, '<html><body>Bad Gateway</body></html>'],
    ['nothing', rdfXml, ''],
    ['nothing', turtle, ''],
    ['a compressed file', rdfXml, gzipSync(xml(concept('A')))],
    ['Turtle', rdfXml, files[turtle]!],
    ['XML', turtle, files[rdfXml]!],
    ['two documents', rdfXml, xml(concept('A')) + xml(concept('A'), '')],
    ['text after the end', rdfXml, `${xml(concept('A'))} text`],
    ['an undeclared prefix', rdfXml, xml('<q:Concept/>')],
    ['an undeclared prefix', turtle, '<urn:a> a q:Concept .'],
    ['an unknown entity', rdfXml, xml(concept('&nbsp;'))],
    ['another encoding', turtle, Buffer.from(files[turtle]!, 'latin1')],
    ['another encoding', rdfXml, Buffer.from(files[rdfXml]!, 'latin1')],
  ])('%s as %s is rejected', async (_kind, mediaType, content) => {
    await expect(parse(content, mediaType)).rejects.toMatchObject({ code: 'invalid-thesaurus' });
  });
});

describe('RDF/XML', () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
  test.each([
    ['UTF-8 with the declaration of Latin-1', Buffer.from(xml(concept('Ärger'), declared('iso-8859-1')))],
    ['UTF-8 with the declaration of UTF-16', Buffer.from(xml(concept('Ärger'), declared('utf-16')))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${xml(concept('Ärger'))}`)],
    ['UTF-16', Buffer.from(`\ufeff${xml(concept('Ärger'), declared('utf-16'))}`, 'utf16le')],
  ])('is read in %s', async (_encoding, content) => {
    expect(await labelsOf(content, rdfXml)).toEqual(['Ärger']);
  });

  test('may have relative addresses without a base, as Turtle may', async () => {
    const relative = '<s:Concept rdf:about="#a"><s:prefLabel>Owl</s:prefLabel></s:Concept>';
    const records = [
      await parse(xml(relative), rdfXml),
      await parse(`<#a> a <${skos}Concept> ; <${skos}prefLabel> "Owl" .`, turtle),
    ];
    const uris = records.map(({ record }) => deserializeThesaurus(record).thesaurus.uri(0));
    expect(uris).toEqual(['#a', '#a']);
  });

  test('keeps the whole text around comments, CDATA sections and processing instructions', async () => {
    const label = 'R&amp;D <!-- c -->and <![CDATA[A & B]]> in<?pi x?> all';
    expect(await labelsOf(xml(concept(label)), rdfXml)).toEqual(['R&D and A & B in all']);
  });
});
