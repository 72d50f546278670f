/** URL sanitizer: passes only images that cannot execute code. */

/** Only https URLs, data URLs of images, and paths on the service with the URL `service`. */
export const safeImage = (image: string | null, service?: string): string | undefined =>
  image?.[0] === '/'
    ? service && service.replace(/\/{1,9}$/, '') + image
    : image && /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/i.test(image)
      ? image
      : undefined;
