/** Base class of the public elements: converts properties like attributes. */
import { LitElement, type PropertyDeclaration } from 'lit';

/** The URL below which `widget.js` and `assets/` are, pinned to a build (`assets/<hash>/`) or not. */
export const ownEndpoint: string = import.meta.url.replace(
  /(\/assets(\/[\w-]{22}(\/assets)?)?)?\/[^/]*$/,
  '',
);

/** Replace `null` and `undefined`, which frameworks set to remove a property. */
const defaults: Record<PropertyKey, string> = { token: '', endpoint: ownEndpoint };

/** React 19 and Vue set properties to the strings of their templates. */
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

export const headingLevelOf = (text: string | null): number => Number(/^[1-6]$/.exec(String(text)) ?? 2);
