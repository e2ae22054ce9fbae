/**
 * A key that changes with a text: 64 bits of FNV-1a over UTF-16 units, as two halves with bases of
 * their own, in 16 hex digits. It tells texts apart and is no defence against forgery.
 */
export function textKey(text: string): string {
  const PRIME = 0x01000193;
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, PRIME);
    low = Math.imul(low ^ unit ^ (high >>> 16), PRIME);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
