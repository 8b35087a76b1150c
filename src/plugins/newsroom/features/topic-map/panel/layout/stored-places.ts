import type { Places } from './messages';

/** Raise the number when the layout algorithm changes, so that stored places are discarded. */
const KEY = 'newsroom.topic-map.places.1';

/** The key in version 0.1.0, read so that a browser keeps its arrangement. */
const OLD_KEY = 'room.topic-map.places.1';

/** Reads the places of the nodes at the last visit; none if nothing is stored. */
export function readPlaces(): Places {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem(OLD_KEY) ?? '{}') as Places;
  } catch {
    return {};
  }
}

/** Stores the places of the nodes for the next visit in this browser. */
export function storePlaces(places: Places): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(places));
    localStorage.removeItem(OLD_KEY);
  } catch {
    // Without storage, the next visit computes the layout again.
  }
}
