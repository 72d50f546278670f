/** Visible effects of focus and controls: pictures with and without focus, and contrasts of borders and icons. */
import type { ElementHandle, Page } from 'playwright-core';

/** Space around an element that belongs to its picture, for outlines. */
const MARGIN = 6;

/** Deepest focused element, also inside shadow roots; null for the page itself. */
export async function focusedElement(page: Page): Promise<ElementHandle<HTMLElement> | null> {
  const handle = await page.evaluateHandle(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element === document.body ? null : element;
  });
  return handle.asElement() as ElementHandle<HTMLElement> | null;
}

/** Number of pixels whose contrast between both states is at least 3:1. Takes the focus away from the element. */
export async function focusPixels(page: Page, element: ElementHandle<HTMLElement>): Promise<number> {
  const box = await element.evaluate((target) => {
    // The ring of a field may be on the form around it.
    const { x, y, width, height } = (
      (target.localName === 'input' && target.closest('form')) ||
      target
    ).getBoundingClientRect();
    return { x, y, width, height };
  });
  const view = page.viewportSize()!;
  const [x, y] = [Math.max(0, box.x - MARGIN), Math.max(0, box.y - MARGIN)];
  const clip = {
    x,
    y,
    width: Math.min(view.width - x, box.width + 2 * MARGIN),
    height: Math.min(view.height - y, box.height + 2 * MARGIN),
  };
  const focused = await page.screenshot({ clip, animations: 'disabled' });
  await element.evaluate((target) => target.blur());
  const plain = await page.screenshot({ clip, animations: 'disabled' });
  return page.evaluate(
    async (pictures) => {
      const [one, two] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        }),
      );
      const linear = (value: number) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      const luminance = (data: Uint8ClampedArray, at: number) =>
        0.2126 * linear(data[at]!) + 0.7152 * linear(data[at + 1]!) + 0.0722 * linear(data[at + 2]!);
      let changed = 0;
      for (let at = 0; at < one!.length; at += 4) {
        const [first, second] = [luminance(one!, at), luminance(two!, at)];
        if ((Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05) >= 3) changed++;
      }
      return changed;
    },
    [focused.toString('base64'), plain.toString('base64')],
  );
}

/** Fields whose border, and buttons without text whose icon, has a contrast below 3:1 with the background. */
export function faintControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const within = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? within(element.shadowRoot) : []),
      ]);
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const rgba = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = rgba(color).map((value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, two: string) => {
      const [first, second] = [luminance(one), luminance(two)];
      return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    };
    const parent = (element: Element) =>
      element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    const ground = (element: Element | null): string => {
      for (let each = element; each; each = parent(each)) {
        const { backgroundColor } = getComputedStyle(each);
        if (rgba(backgroundColor)[3] === 255) return backgroundColor;
      }
      return 'white';
    };
    return within(document)
      .filter(
        (element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          !element.matches(':disabled'),
      )
      .flatMap((element) => {
        const style = getComputedStyle(element);
        const name = `${element.localName} ${element.getAttribute('aria-label') ?? element.id ?? ''} ${element.className}`;
        if (element.matches('input, select, textarea') && style.appearance === 'none') {
          // The search box draws the border around its field.
          const framed = [element, element.closest('form')].find(
            (each) => each && Number.parseFloat(getComputedStyle(each).borderBlockStartWidth) > 0,
          );
          const around = ground(parent(framed ?? element));
          const border = framed ? getComputedStyle(framed).borderBlockStartColor : around;
          const fill = ground(element);
          // A border is visible if it differs from either side.
          const ratio = Math.max(contrast(border, around), contrast(border, fill), contrast(fill, around));
          return ratio < 3 ? [`${name}: ${ratio.toFixed(2)}`] : [];
        }
        const icon =
          element.matches('button, a') && element.textContent?.trim() === '' && element.querySelector('svg');
        if (!icon) return [];
        const ratio = contrast(getComputedStyle(icon).color, ground(element));
        return ratio < 3 ? [`${name}: ${ratio.toFixed(2)}`] : [];
      });
  });
}
