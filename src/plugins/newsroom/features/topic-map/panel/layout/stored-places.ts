import type { Places } from './messages';

/** With a new way of laying out, maps are laid out anew. */
const KEY = 'newsroom.topic-map.places.1';

/** Its name in 0.1.0: the map of a browser that used that version stays as it was arranged. */
const OLD_KEY = 'room.topic-map.places.1';

/** Where the nodes stood at the last visit. */
export function readPlaces(): Places {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem(OLD_KEY) ?? '{}') as Places;
  } catch {
    return {};
  }
}

/** Keeps where the nodes stand, for the next visit in this browser. */
export function storePlaces(places: Places): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(places));
    localStorage.removeItem(OLD_KEY);
  } catch {
    // A browser that keeps nothing works it out anew.
  }
}
