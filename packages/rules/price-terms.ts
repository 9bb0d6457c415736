/** Constants of prices that pages state, which may not import the formulas of prices themselves. */
export { BASIS_TICKS, INDEX_GRID_MS, INDEX_STALE_MS, SECONDS_INDEX_STALE_MS } from '@candor/prices';
