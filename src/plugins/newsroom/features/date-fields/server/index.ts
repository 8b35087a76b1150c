import type { Feature } from '../../../server/feature';
import { fieldsOf } from '../../../shared/panel';
import { panelOf } from '../../../shared/panels';
import { expandDays } from './filter-days';

/** Lets the panel's lists filter by day, in the same way as its forms show days. */
export const dateFields: Feature = {
  bootstrap(strapi) {
    strapi.documents.use((context, next) => {
      const panel = panelOf(context.uid);
      const params = context.params as { filters?: unknown };
      if (panel && params?.filters) {
        const attributes: Record<string, { type: string }> = context.contentType.attributes;
        const fields = fieldsOf(panel);
        const isDay = (name: string) => attributes[name]?.type === 'datetime' && !fields[name]?.hasTime;
        params.filters = expandDays(params.filters, isDay);
      }
      return next();
    });
  },
};
