/** The entities that an XML document declares, with others in them written out. */

/** In UTF-16 units: entities that are made of many others stand for namespaces and names, not for texts. */
const longestEntity = 10_000;
const declaration = /<!ENTITY\s+(\S+)\s+(["'])(.*?)\2\s*>/gsu;
const reference = /&([^\s&;#]+);/gu;

/** The same document type with each entity in plain text. Throws what `fault` makes where one is too long, or holds itself. */
export function withPlainEntities(doctype: string, fault: (message: string) => Error): string {
  const declared = new Map<string, string>();
  // The first declaration counts (XML 1.0, 4.2).
  for (const [, name, , value] of doctype.matchAll(declaration))
    if (!declared.has(name!)) declared.set(name!, value!);
  const written = new Map<string, string>();
  const plain = (name: string, within: readonly string[]): string => {
    const known = written.get(name);
    if (known !== undefined) return known;
    if (within.includes(name)) throw fault(`The entity ${name} holds itself`);
    const text = declared
      .get(name)!
      .replace(reference, (same, other) => (declared.has(other) ? plain(other, [...within, name]) : same));
    if (text.length > longestEntity)
      throw fault(`The entity ${name} is longer than ${longestEntity} characters`);
    written.set(name, text);
    return text;
  };
  return doctype.replace(declaration, (_, name) => {
    const text = plain(name, []);
    return text.includes('"') ? `<!ENTITY ${name} '${text}'>` : `<!ENTITY ${name} "${text}">`;
  });
}
