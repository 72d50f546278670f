/** Base class of the public elements: converts properties like attributes; endpoint, heading levels. */
import { LitElement, type PropertyDeclaration } from 'lit';

/** The URL of the folder with `widget.js` and `assets/`; a pinned build has both in `assets/<hash>/`. */
export const ownEndpoint = import.meta.url.replace(/(\/assets(\/[\w-]{22}(\/assets)?)?)?\/[^/]*$/, '');

/** Values that replace `null` and `undefined`, which frameworks set to remove a property. */
const defaults: Record<PropertyKey, string> = { token: '', endpoint: ownEndpoint };

/** Converts the strings to which React 19 and Vue set properties that their templates write as attributes. */
function convert(name: PropertyKey, value: unknown, { type, converter }: PropertyDeclaration): unknown {
  if (typeof converter === 'function') return converter(value as string | null);
  if (type === Boolean) return value === '' || Boolean(value);
  if (value == null) return defaults[name] ?? value;
  if (type === Number) return value === '' ? null : Number(value);
  return String(value);
}

export class PublicElement extends LitElement {
  static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor | undefined {
    const descriptor = LitElement.getPropertyDescriptor(name, key, options);
    if (!descriptor || options.attribute === false) return descriptor;
    return {
      ...descriptor,
      set(value: unknown) {
        descriptor.set!.call(this, convert(name, value, options));
      },
    };
  }
}

/** Converter of heading levels; 2 if the text is not a level from 1 to 6. */
export const headingLevelOf = (text: string | null) => (/^[1-6]$/.test(String(text)) ? Number(text) : 2);
