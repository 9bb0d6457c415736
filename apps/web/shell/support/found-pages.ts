const MOST_FOUND = 6;

/** Letters without their marks, in lower case: "rut tien" finds "Rút tiền". */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .toLowerCase()
    .trim();

/** Returns the pages whose names hold all words that were typed, those that begin with them first. */
export function foundPages<Page extends { readonly name: string }>(
  pages: readonly Page[],
  typed: string,
): readonly Page[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const matching = pages.filter(({ name }) => words.every((word) => plain(name).includes(word)));
  const begins = (page: Page): boolean => plain(page.name).startsWith(first);
  return [...matching.filter(begins), ...matching.filter((page) => !begins(page))].slice(0, MOST_FOUND);
}
