import { writeFileSync } from 'node:fs';
import { envExample } from '../apps/server/program/config/index.ts';

writeFileSync(new URL('../.env.example', import.meta.url), envExample());
