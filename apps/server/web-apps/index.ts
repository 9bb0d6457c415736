export { buildWebApp, type WebAppName } from './build.ts';
