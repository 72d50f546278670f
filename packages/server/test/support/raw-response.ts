/** Raw HTTP response as sent over the wire; fetch would decompress it. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface RawResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export function readRawResponse(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, body });
    };
    request(url, { method, headers, agent: false }, (response) => read(response).catch(reject))
      .once('error', reject)
      .end();
  });
}
