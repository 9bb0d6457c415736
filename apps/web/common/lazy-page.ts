import { loadFile } from '@candor/ui';
import { lazyRouteComponent } from '@tanstack/react-router';

/** A page, or a part of one, whose code is loaded when its address is. Code that does not come fails like a lost file. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadFile(load), name);
