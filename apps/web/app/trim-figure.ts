/** Leaves out the zeros at the end of a decimal text beyond `keep` decimals; no digit that counts is lost. */
export function trimFigure(text: string, keep = 2): string {
  const point = text.indexOf('.');
  if (point < 0) return text;
  let end = text.length;
  while (end > point + 1 + keep && text[end - 1] === '0') end -= 1;
  return text.slice(0, end === point + 1 ? point : end);
}
