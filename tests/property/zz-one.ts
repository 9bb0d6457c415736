import { duel } from './duel.ts';
import { grow, PLANTS } from './plants.ts';
const p = PLANTS[Number(process.argv[2])]!;
const { kernel, remove } = await grow(p);
const t = performance.now();
let caught = '';
let s = 1;
try { for (; s <= 80; s++) duel(kernel, s, 400); } catch (e) { caught = (e as Error).message.slice(0, 160); }
remove();
console.log(caught === '' ? 'MISSED' : 'caught', p.name, '| seed', s, Math.round(performance.now() - t), 'ms |', caught);
