import type { z } from 'zod';

/** A client's JSON message by its schema; null when it is none. */
export function parseMessage<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? parsed.data : null;
}
