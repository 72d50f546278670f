/** Parser for the subset of Lucene query syntax that the adapter sends: `-field:("a" OR [1 TO 2}) AND …`. */

export interface NativeClause {
  field: string;
  excluded: boolean;
  values: string[];
}

/** Throws at the first character outside of this subset. */
export function readNativeQuery(text: string): NativeClause[] {
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const sticky = new RegExp(pattern.source, `y${pattern.flags}`);
    sticky.lastIndex = position;
    const found = sticky.exec(text);
    if (found) position = sticky.lastIndex;
    return found;
  };
  const need = (pattern: RegExp): RegExpExecArray => {
    const found = take(pattern);
    if (!found) throw new Error(`Cannot parse the query at ${position}`);
    return found;
  };
  const clauses: NativeClause[] = [];
  while (position < text.length) {
    if (clauses.length > 0) need(/ AND /);
    const [, dash, field] = need(/(-?)((?:[\p{L}\p{N}_]|\\.)+):\(/u);
    const values: string[] = [];
    do {
      const [, quoted, range] = need(/"((?:[^"\\]|\\.)*)"|(\[\S+ TO [^\s\]}]+[\]}])/);
      values.push(range ?? unescaped(quoted!));
    } while (take(/ OR /));
    need(/\)/);
    clauses.push({ field: unescaped(field!), excluded: dash === '-', values });
  }
  return clauses;
}

const unescaped = (text: string) => text.replaceAll(/\\(.)/gu, '$1');
