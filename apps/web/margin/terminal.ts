import { lazyPage } from '../common/lazy-page.ts';

const parts = () => import('./terminal-parts.ts');

/** Form and panel of the spot terminal for a margin account; their code is loaded when one is chosen. */
export const MarginForm = lazyPage(parts, 'MarginForm');
export const MarginPanel = lazyPage(parts, 'MarginPanel');
