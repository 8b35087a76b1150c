const TAIWAN = 'zh-Hant-TW';

type Locales = Intl.LocalesArgument;

const toTaiwanese = (locales: Locales): Locales => (locales === 'zh' ? TAIWAN : locales);

/**
 * The panel's code for Traditional Chinese is `zh`, by which a browser understands Simplified: dates, times and numbers
 * would be written so. Strapi has no setting for it.
 */
export function patchIntlForTaiwan(): void {
  const { DateTimeFormat, RelativeTimeFormat, NumberFormat, ListFormat } = Intl;
  Object.assign(Intl, {
    DateTimeFormat: taiwanese(DateTimeFormat),
    RelativeTimeFormat: taiwanese(RelativeTimeFormat),
    NumberFormat: taiwanese(NumberFormat),
    ListFormat: taiwanese(ListFormat),
  });
}

function taiwanese<F extends object>(format: F): F {
  const withLocale = (args: unknown[]) => [toTaiwanese(args[0] as Locales), ...args.slice(1)];
  return new Proxy(format, {
    construct: (target, args, newTarget) => Reflect.construct(target as never, withLocale(args), newTarget),
    apply: (target, self, args) => Reflect.apply(target as never, self, withLocale(args)),
  });
}
