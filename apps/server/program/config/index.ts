export { type Config, readConfig, settingNames } from './config.ts';
export { envExample } from './env-example.ts';
