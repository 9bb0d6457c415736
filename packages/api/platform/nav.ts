import { z } from 'zod';
import { language } from '../identity/calls.ts';
import { textLine } from '../scalars.ts';
import { NAV_PLACES } from './nav-places.ts';

/** A page of the app, or an address off the site, which opens a new window. */
export const navPath = z
  .string()
  .max(300)
  .regex(/^(\/(?!\/)[\w\-./?=&%,]*|https?:\/\/[^\s"'<>\\]+)$/);

export const navTitle = textLine(1, 60);

export const navPlace = z.enum(NAV_PLACES);

export const navRow = z.strictObject({
  id: z.number().int(),
  /** The menu that it stands in. One with entries replaces the built-in menu of the place. */
  place: navPlace,
  /** Entries of a menu are sorted by it, ascending. */
  sort: z.number().int(),
  /** The message id of its label; '' where it has titles of its own. */
  label: z.string(),
  /** Its own text by language; English stands for those that it lacks. */
  titles: z.partialRecord(language, navTitle),
  path: z.string(),
  /** The article that it opens instead of the path, by the page's language; null for none. */
  article_code: z.string().nullable(),
  parent_id: z.number().int().nullable(),
});

export type NavRow = z.output<typeof navRow>;
