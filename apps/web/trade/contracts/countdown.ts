/** A span as hh:mm:ss, rounded up to the second; 00:00:00 once it is over. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
