import type { Places } from './messages';

/** With a new way of laying out, maps are laid out anew. */
const KEY = 'room.topic-map.places.1';

/** Where the nodes stood at the last visit. */
export function keptPlaces(): Places {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Places;
  } catch {
    return {};
  }
}

/** Keeps where the nodes stand, for the next visit in this browser. */
export function keepPlaces(places: Places): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(places));
  } catch {
    // A browser that keeps nothing works it out anew.
  }
}
