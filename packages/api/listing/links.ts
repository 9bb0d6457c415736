// No schemas: browsers load this module.
import { LISTING_LINK_LENGTH } from './constants.ts';

/** Printable signs of ASCII but the backslash, which a browser reads as a slash. */
const PLAIN = /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/i;

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
