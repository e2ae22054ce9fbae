/** `1 minute`, `30 minutes`; `plural` where it does not end in s alone: `2 branches`. */
export function amount(count: number, what: string, plural = `${what}s`): string {
  return `${count} ${count === 1 ? what : plural}`;
}
