import { makeWorkload } from './workload.ts';
import { runOurBook, runNpmBook, runOurKernel } from './engines.ts';
import { buildNativeBook } from './native.ts';
const w=makeWorkload(1,Number(process.argv[4]??1_000_000),10_000);
const which=process.argv[2]??'all'; const n=w.count-w.warmUp;
const best:Record<string,number>={}; const rec=(k:string,r:any)=>{ const v=n/r.seconds/1e6; if(!(best[k]!>v)) best[k]=v; };
const native=buildNativeBook();
for(let i=0;i<Number(process.argv[3]??3);i++){ if(native&&which!=='npm') rec('native',native.run(w)); if(which==='all'||which==='book') rec('book',runOurBook(w)); if(which==='all'||which==='kernel') rec('kernel',runOurKernel(w)); if((which==='all'||which==='npm')) rec('npm',runNpmBook(w)); }
console.log(Object.entries(best).map(([k,v])=>k+' '+v.toFixed(2)).join('  '));
native?.close();
