/** An event as JSON with its amounts as text. */
export function eventText(event: object): string {
  return JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}
