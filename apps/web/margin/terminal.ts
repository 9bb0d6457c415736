import { lazyRouteComponent } from '@tanstack/react-router';

const parts = () => import('./terminal-parts.ts');

/** Form and panel of the spot terminal for a margin account; their code is loaded when one is chosen. */
export const MarginForm = lazyRouteComponent(parts, 'MarginForm');
export const MarginPanel = lazyRouteComponent(parts, 'MarginPanel');
