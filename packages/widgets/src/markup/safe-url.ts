/** URL sanitizer: passes only links and images that cannot execute code. */

/** Only http and https. */
export function safeLink(link: string): string | undefined {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;
}

/** Only https URLs and data URLs of images. */
export const safeImage = (image: string | null): string | undefined =>
  image && /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/i.test(image) ? image : undefined;
