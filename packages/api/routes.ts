import { operatorCalls } from './operator/index.ts';
import { routesOf } from './route.ts';
import { calls } from './table.ts';

// A browser build replaces this module by the values of its exports (`routesModule`), so that no schema is shipped.

/** The routes of the customers' calls. */
export const routes = routesOf(calls);

/** The routes of the operators' calls. */
export const operatorRoutes = routesOf(operatorCalls);
