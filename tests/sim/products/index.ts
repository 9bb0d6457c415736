import type { ProductModule } from '../product.ts';
import { spot } from './spot.ts';
import { time } from './time.ts';

/** All products, in the order in which they are listed. */
export const PRODUCTS: readonly ProductModule[] = [time, spot];
