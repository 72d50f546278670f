/** Metrics that somebody else keeps anyway: they are read when they are asked for. */
import { Counter, Gauge, type Registry } from 'prom-client';

interface Described<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  registry: Registry;
}

/** From now on `read` tells the value of these labels, instead of who told it before. */
export type RegisterReader<Label extends string> = (
  labels: Partial<Record<Label, string>>,
  read: () => number,
) => void;

export function pullGauge<Label extends string>({
  registry,
  ...of
}: Described<Label>): RegisterReader<Label> {
  const { readBy, all } = series<Label>();
  new Gauge({
    ...of,
    registers: [registry],
    collect() {
      for (const { labels, read } of all()) this.set(labels, read());
    },
  });
  return readBy;
}

/** `read` tells how many there have been in all. */
export function pullCounter<Label extends string>({
  registry,
  ...of
}: Described<Label>): RegisterReader<Label> {
  const { readBy, all } = series<Label>();
  new Counter({
    ...of,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, read } of all()) this.inc(labels, read());
    },
  });
  return readBy;
}

function series<Label extends string>() {
  const known = new Map<string, { labels: Partial<Record<Label, string>>; read: () => number }>();
  const readBy: RegisterReader<Label> = (labels, read) =>
    void known.set(JSON.stringify(labels), { labels, read });
  return { readBy, all: () => known.values() };
}
