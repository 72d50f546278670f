/** Configurations as they go over the wire, each with its entity tag. */
import { type Tagged, tagged } from '../http/conditions.ts';
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
  return presentedText(`{"activeConfigId":${activeConfigId},"configurations":[${records}]}`);
}

export function present(value: unknown): Presented {
  return presentedText(JSON.stringify(value));
}

function presentedText(json: string): Presented {
  return { json, ...tagged(json) };
}
