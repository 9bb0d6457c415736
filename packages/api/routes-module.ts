import { operatorRoutes, routes } from './routes.ts';

/** The source of `routes.ts` with its values in place of the schemas that they come from. */
export function routesModule(): string {
  return [
    `export const routes = ${JSON.stringify(routes)};`,
    `export const operatorRoutes = ${JSON.stringify(operatorRoutes)};`,
  ].join('\n');
}
