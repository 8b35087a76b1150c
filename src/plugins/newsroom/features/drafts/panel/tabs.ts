import { NEW } from '../../../panel/strapi/paths';

const PREFIX = 'newsroom.drafts ';

/** This tab, as long as its page is open. Not `randomUUID`, which only secure addresses have. */
const tab = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');

/** What stands for the document in the key of this tab's drafts of new records. Where browsers have no locks (insecure addresses), all tabs share one draft. */
export const newDocument = (): string => (navigator.locks ? `${NEW} ${tab}` : NEW);

/** Lets other tabs know that this one keeps drafts of its own, until its page is closed. */
export function keepTabKnown(): void {
  navigator.locks?.request(PREFIX + newDocument(), () => new Promise(() => {}));
}

/** Finds out which drafts of new records open tabs keep. */
export async function keptByTabs(): Promise<(documentId: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return (documentId) => documentId === newDocument() || names.has(PREFIX + documentId);
}
