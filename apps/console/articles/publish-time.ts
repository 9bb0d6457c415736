const FORM = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})$/;

/** Reads a time of UTC as it is typed, YYYY-MM-DD HH:MM. Null for nothing, undefined for what is no time. */
export function readPublishTime(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const time = Date.parse(`${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 10)) ? undefined : time;
}
