import { sql } from 'kysely';

/** Number of characters that people compare at each end. */
const END = 4;
/** The start that all addresses of a network share tells none from another. */
const PREFIX = '^(0x|bc1[qp]|tb1[qp]|bcrt1[qp])';

/** The part of an address that people look at: two addresses with the same ends are taken for one. */
export const endsOf = (address: string): string => {
  const rest = address.toLowerCase().replace(new RegExp(PREFIX), '');
  return rest.slice(0, END) + rest.slice(-END);
};

/** The same in SQL, of a column `address`. Its text is that of the index: literals, for a parameter would not match it. */
export const ENDS_SQL = (() => {
  const rest = `regexp_replace(lower(address), '${PREFIX}', '')`;
  return `left(${rest}, ${END}) || right(${rest}, ${END})`;
})();
export const endsInSql = sql.raw(ENDS_SQL);
