const TAIWAN = 'zh-Hant-TW';

type Locales = Intl.LocalesArgument;

const toTaiwanese = (locales: Locales): Locales => (locales === 'zh' ? TAIWAN : locales);

/**
 * Makes `Intl` format the locale `zh` as Traditional Chinese. The panel uses `zh` for it, which browsers take for Simplified;
 * Strapi has no setting for this.
 */
export function patchIntlForTaiwan(): void {
  const { DateTimeFormat, RelativeTimeFormat, NumberFormat, ListFormat } = Intl;
  Object.assign(Intl, {
    DateTimeFormat: withTaiwaneseLocale(DateTimeFormat),
    RelativeTimeFormat: withTaiwaneseLocale(RelativeTimeFormat),
    NumberFormat: withTaiwaneseLocale(NumberFormat),
    ListFormat: withTaiwaneseLocale(ListFormat),
  });
}

function withTaiwaneseLocale<F extends object>(format: F): F {
  const withLocale = (args: unknown[]) => [toTaiwanese(args[0] as Locales), ...args.slice(1)];
  return new Proxy(format, {
    construct: (target, args, newTarget) => Reflect.construct(target as never, withLocale(args), newTarget),
    apply: (target, self, args) => Reflect.apply(target as never, self, withLocale(args)),
  });
}
