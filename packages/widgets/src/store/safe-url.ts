/** Safe URLs: links and images of documents, which are untrusted, and addresses below the endpoint. */

/** URL of a path on the service. The expression has a bound, so that its time stays linear. */
export const serviceUrl = (endpoint: string, path: string): string => endpoint.replace(/\/{1,9}$/, '') + path;

/** The URL of an image if it is https, an image `data:` URL, or a path on the service at `endpoint`. */
export function safeImage(image: string | null, endpoint?: string): string | undefined {
  if (image?.startsWith('/')) return endpoint && serviceUrl(endpoint, image);
  return image && /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/i.test(image) ? image : undefined;
}

/** The link if it is an http or https URL; undefined otherwise. */
export const safeLink = (link: string): string | undefined =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;
