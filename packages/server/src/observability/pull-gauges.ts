/** Prometheus gauges whose values are read from a callback on each scrape. */
import { Gauge, type Registry } from 'prom-client';

interface Described<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  registry: Registry;
}

/** Registers `read` for these labels and replaces a previous callback. */
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

function series<Label extends string>() {
  const known = new Map<string, { labels: Partial<Record<Label, string>>; read: () => number }>();
  const readBy: RegisterReader<Label> = (labels, read) =>
    void known.set(JSON.stringify(labels), { labels, read });
  return { readBy, all: () => known.values() };
}
