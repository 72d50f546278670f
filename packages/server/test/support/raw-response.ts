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
    const read = async (answer: IncomingMessage) => {
      const body = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode, headers: answer.headers, body });
    };
    request(url, { method, headers, agent: false }, (answer) => read(answer).catch(reject))
      .once('error', reject)
      .end();
  });
}
