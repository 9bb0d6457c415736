export { type DataFolder, openDataFolder } from './data-folder.ts';
export { syncFolder, takeName } from './to-disk.ts';
