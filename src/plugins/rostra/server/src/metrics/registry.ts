import { Counter, Gauge, Registry } from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();

/** Numbers by the values of a label. */
type Numbers = Record<string, number>;

/** Defines a gauge. Reads its value whenever somebody asks for the metrics. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** Defines a gauge with one label. */
export function gaugeBy(label: string, name: string, help: string, read: () => Numbers | Promise<Numbers>): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      for (const [value, number] of Object.entries(await read())) this.set({ [label]: value }, number);
    },
  });
}

/** Defines a counter with one label, of totals counted elsewhere: code on the path of a request increments plain numbers. */
export function counterBy(label: string, name: string, help: string, read: () => Numbers | Promise<Numbers>): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const totals = await read();
      this.reset();
      for (const [value, total] of Object.entries(totals)) this.inc({ [label]: value }, total);
    },
  });
}
