/** A part of a box, in the box's own units. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The worst ratio of sides among areas laid in one row along a side. */
function worstRatio(row: readonly number[], side: number): number {
  const thickness = sum(row) / side;
  return Math.max(...row.map((area) => Math.max(thickness ** 2 / area, area / thickness ** 2)));
}

/** Counts the next areas that make the squarest row along a side. */
function rowLength(areas: readonly number[], side: number): number {
  let count = 1;
  while (
    count < areas.length &&
    worstRatio(areas.slice(0, count + 1), side) <= worstRatio(areas.slice(0, count), side)
  ) {
    count += 1;
  }
  return count;
}

/**
 * Divides a box into one rectangle a weight, in proportion and as square as may be (Bruls, Huizing, van Wijk: Squarified
 * Treemaps). Weights are above 0, the greatest first.
 */
export function treemap(weights: readonly number[], width: number, height: number): readonly Rect[] {
  const scale = (width * height) / sum(weights);
  let areas = weights.map((weight) => weight * scale);
  let left: Rect = { x: 0, y: 0, width, height };
  const placed: Rect[] = [];
  while (areas.length > 0) {
    const isColumn = left.width >= left.height;
    const side = isColumn ? left.height : left.width;
    const row = areas.slice(0, rowLength(areas, side));
    const thickness = sum(row) / side;
    let along = 0;
    for (const area of row) {
      const length = area / thickness;
      placed.push(
        isColumn
          ? { x: left.x, y: left.y + along, width: thickness, height: length }
          : { x: left.x + along, y: left.y, width: length, height: thickness },
      );
      along += length;
    }
    left = isColumn
      ? { ...left, x: left.x + thickness, width: left.width - thickness }
      : { ...left, y: left.y + thickness, height: left.height - thickness };
    areas = areas.slice(row.length);
  }
  return placed;
}
