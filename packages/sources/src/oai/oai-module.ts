/** Reading of a response of OAI-PMH, called in the isolated process. */
import { decodeXml } from '../xml/index.ts';
import {
  isProtocolError,
  type OaiPage,
  type OaiRepository,
  parseIdentify,
  parseRecords,
} from './oai-response.ts';

export interface OaiResponse {
  verb: string;
  status: number;
  body: Uint8Array;
  contentType: string;
}

/** Null for an error of HTTP that is not one of the protocol. */
export default ({ verb, status, body, contentType }: OaiResponse): OaiRepository | OaiPage | null => {
  const xml = decodeXml(body, contentType);
  if (status !== 200 && !(status >= 400 && isProtocolError(xml))) return null;
  return verb === 'Identify' ? parseIdentify(xml) : parseRecords(xml);
};
