/** Configurations as they go over the wire, with their strong entity tags (RFC 9110, section 8.8.3). */
import { createHash } from 'node:crypto';
import type { Tagged } from '../http/conditions.ts';
import type { Entry } from './state.ts';

/** A representation ready to be sent. */
export interface Presented extends Tagged {
  json: string;
}

interface BothViews {
  full: Presented;
  /** Without `user`, for publishable tokens. */
  public: Presented;
}

const views = new WeakMap<Entry, BothViews>();

/** Entries never change, so each is written and hashed once. */
export function presented(entry: Entry): BothViews {
  let both = views.get(entry);
  if (!both) {
    const { id, user, created, config } = entry;
    both = { full: present({ id, user, created, config }), public: present({ id, created, config }) };
    views.set(entry, both);
  }
  return both;
}

export function presentedList(activeConfigId: number | null, entries: Iterable<Entry>): Presented {
  const records = Array.from(entries, (entry) => presented(entry).full.json).join(',');
  return tagged(`{"activeConfigId":${activeConfigId},"configurations":[${records}]}`);
}

export function present(value: unknown): Presented {
  return tagged(JSON.stringify(value));
}

/** From so many characters on a text costs less to send as bytes than to be encoded again. */
const long = 16_384;

function tagged(json: string): Presented {
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  return { json, etag, length: Buffer.byteLength(json), body: json.length < long ? json : Buffer.from(json) };
}
