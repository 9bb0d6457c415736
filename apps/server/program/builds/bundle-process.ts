import { type Bundle, bundle } from './bundle.ts';

await bundle(JSON.parse(process.argv[2]!) as Bundle);
