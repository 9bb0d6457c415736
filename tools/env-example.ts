import { writeFileSync } from 'node:fs';
import { envExample } from '../apps/server/config/index.ts';

writeFileSync(new URL('../.env.example', import.meta.url), envExample());
