export { type DataFolder, openDataFolder } from './data-folder.ts';
