/** Returns a pseudo-random generator of numbers from 0 to 1 (xorshift); the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
