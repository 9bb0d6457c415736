export { buildProgram } from './program.ts';
export { buildWebApp, type WebAppName } from './web-apps.ts';
