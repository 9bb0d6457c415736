import { chromium } from 'playwright-core'; import { generate } from 'otplib';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
const ctx=await b.newContext({viewport:{width:1440,height:900}}); const p=await ctx.newPage(); const U='http://localhost:18151';
await p.goto(U+'/'); await p.getByLabel('Name').fill('operator'); await p.locator('input[type=password]').fill(process.argv[2]); await p.getByRole('button',{name:'Continue'}).click();
await p.getByLabel('Six-digit code').fill(await generate({secret:process.argv[3]})); await p.getByRole('button',{name:'Log in'}).click(); await p.getByRole('heading',{name:'Ledger sums'}).waitFor();
const id='1000';
for (const [lang,theme] of [['en','day'],['de','night'],['th','day'],['ja','night']]) { await p.evaluate(([l,t])=>{localStorage.setItem('candor_console-language',JSON.stringify({content:l}));localStorage.setItem('candor_console-theme',JSON.stringify({content:t}))},[lang,theme]);
 for (const [n,path] of [['dash','/'],['profile','/users?user='+id+'&why=risk'],['users','/users'],['wd','/withdrawals'],['access','/users?user='+id+'&why=risk&tab=access']]) { await p.goto(U+path); await p.waitForTimeout(900); await p.screenshot({path:`/tmp/h11c/${n}-${lang}.png`}); }
 await p.setViewportSize({width:390,height:844}); for (const [n,path] of [['profile','/users?user='+id+'&why=risk'],['users','/users'],['bills','/bills?userId='+id]]) { await p.goto(U+path); await p.waitForTimeout(700); await p.screenshot({path:`/tmp/h11c/phone-${n}-${lang}.png`}); } await p.setViewportSize({width:1440,height:900}); }
await b.close();
