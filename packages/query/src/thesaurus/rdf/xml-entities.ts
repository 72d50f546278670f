/** Expands the entities that an XML document type declares. */

/** In UTF-16 units: protects against exponential expansion. Entities usually stand for namespaces and names. */
const MAX_ENTITY_LENGTH = 10_000;
const declarationHead = /<!ENTITY\s+([^\s"'<>]+)\s+(["'])/uy;
const declarationEnd = /\s*>/uy;
const reference = /&([^\s&;#]+);/gu;

/**
 * Returns the document type with nested entities expanded. Throws the error of `fault` for long or recursive ones.
 */
export function expandEntities(doctype: string, fault: (message: string) => Error): string {
  const declared = new Map<string, string>();
  // The first declaration counts (XML 1.0, section 4.2).
  const declarations = declarationsIn(doctype);
  for (const { name, value } of declarations) if (!declared.has(name)) declared.set(name, value);
  const written = new Map<string, string>();
  const plain = (name: string, within: readonly string[]): string => {
    const known = written.get(name);
    if (known !== undefined) return known;
    if (within.includes(name)) throw fault(`The entity ${name} refers to itself`);
    const text = declared
      .get(name)!
      .replace(reference, (same, other) => (declared.has(other) ? plain(other, [...within, name]) : same));
    if (text.length > MAX_ENTITY_LENGTH)
      throw fault(`The entity ${name} exceeds ${MAX_ENTITY_LENGTH} characters`);
    written.set(name, text);
    return text;
  };
  let [result, at] = ['', 0];
  for (const { name, begin, end } of declarations) {
    const text = plain(name, []);
    const quote = text.includes('"') ? "'" : '"';
    result += `${doctype.slice(at, begin)}<!ENTITY ${name} ${quote}${text}${quote}>`;
    at = end;
  }
  return result + doctype.slice(at);
}

interface Declaration {
  name: string;
  value: string;
  begin: number;
  end: number;
}

/** Declarations of entities with a value, in linear time. */
function declarationsIn(doctype: string): Declaration[] {
  const found: Declaration[] = [];
  let begin = doctype.indexOf('<!ENTITY');
  while (begin >= 0) {
    let end = begin + 1;
    declarationHead.lastIndex = begin;
    const head = declarationHead.exec(doctype);
    if (head) {
      const [, name, quote] = head as unknown as [string, string, string];
      const from = declarationHead.lastIndex;
      const to = doctype.indexOf(quote, from);
      if (to < 0) return found;
      end = to + 1;
      declarationEnd.lastIndex = end;
      if (declarationEnd.test(doctype)) {
        end = declarationEnd.lastIndex;
        found.push({ name, value: doctype.slice(from, to), begin, end });
      }
    }
    begin = doctype.indexOf('<!ENTITY', end);
  }
  return found;
}
