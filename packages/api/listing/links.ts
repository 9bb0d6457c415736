// No schemas: browsers load this module.
import { LISTING_LINK_LENGTH } from './constants.ts';

/** Printable signs of ASCII: what a browser would write in other scripts has a form of these alone. */
const PLAIN = /^https:\/\/[\x21-\x7e]+$/i;

/**
 * The form of a link as it is kept: https, a full host name, no name or password before it, and nothing that looks like
 * another host. Null for anything else.
 */
export function plainLink(typed: string): string | null {
  const text = typed.trim();
  if (text.length > LISTING_LINK_LENGTH || !PLAIN.test(text) || !URL.canParse(text)) return null;
  const { href, hostname, username, password, port } = new URL(text);
  if (username !== '' || password !== '' || port !== '' || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname))
    return null;
  return href.length > LISTING_LINK_LENGTH ? null : href;
}

/** The host of a kept link in full, as it is shown beside the link; the text itself where it is no link. */
export const linkHost = (link: string): string => (URL.canParse(link) ? new URL(link).host : link);
