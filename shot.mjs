import { chromium } from 'playwright-core'; import { generate } from 'otplib';
import { createClient, routes } from './packages/api/index.ts';
let tok=null; const c=createClient(routes,{baseUrl:'http://127.0.0.1:18150',head:'v1',token:()=>tok,language:()=>'en',actWindowMs:60000});
const l=await c.call('login',{body:{type:'account',account:'demo',password:'vujvhx-7866-ncrg'}}).catch(e=>console.log('login',e.message)); tok=l?.satoken??null;
if(tok){ for (const [coin,amount] of [['USDT','10000'],['BTC','1']]) await c.call('takePracticeFunds',{body:{coin,amount}}).catch(e=>console.log(e.message));
 await c.call('exchange',{params:{side:'buy'},body:{symbol:'BTCUSDT',type:'market',quoteAmount:'200'}}).catch(e=>console.log(e.message));
 for (let i=0;i<3;i++) await c.call('exchange',{params:{side:'buy'},body:{symbol:'BTCUSDT',type:'limit',price:String(40000+i*100),quantity:'0.01'}}).catch(e=>console.log(e.message)); }
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
const ctx=await b.newContext({viewport:{width:1440,height:900}}); const p=await ctx.newPage(); const U='http://localhost:18151';
await p.goto(U+'/'); await p.getByLabel('Name').fill('operator'); await p.locator('input[type=password]').fill('pywhak-4679-tuyw'); await p.getByRole('button',{name:'Continue'}).click();
const secret=(await p.getByTestId('enrolment-secret').textContent()).trim(); console.log(secret);
await p.getByLabel('Six-digit code').fill(await generate({secret})); await p.getByRole('button',{name:'Log in'}).click(); await p.getByRole('heading',{name:'Ledger sums'}).waitFor();
const errors=[]; p.on('pageerror',e=>errors.push(e.message)); p.on('console',m=>{if(m.type()==='error')errors.push(m.text())});
const shot=async(n,full=true)=>{await p.waitForTimeout(700);await p.screenshot({path:'/tmp/h11c/'+n+'.png',fullPage:full})};
await shot('dash-en');
await p.goto(U+'/users'); await p.getByText('Find a user').first().waitFor(); await shot('users-en');
await p.getByLabel('Find a user').fill('demo'); await p.keyboard.press('Enter'); await p.waitForTimeout(800); await shot('find-en');
const id=(await p.locator('table a').first().textContent()).trim(); console.log('user',id);
await p.goto(U+'/users?user='+id); await shot('why-en'); await p.getByRole('button',{name:'Open account'}).click(); await p.getByText('Balances').first().waitFor(); await shot('profile-en');
await p.getByRole('tab',{name:'Timeline'}).click(); await shot('timeline-en',false);
await p.goto(U+'/bills?userId='+id); await shot('bills-en',false);
await p.getByRole('button',{name:'Saved views'}).click(); await p.getByRole('menuitem',{name:'Save this view'}).click(); await p.getByLabel('Name of the view').fill('Mine'); await shot('save-en',false); await p.getByRole('dialog').getByRole('button',{name:'Save this view'}).click(); await p.waitForTimeout(500); await p.getByRole('button',{name:'Saved views'}).click(); await shot('views-en',false); await p.keyboard.press('Escape');
for (const [lang,theme] of [['de','night'],['th','day'],['ja','night']]) { await p.evaluate(([l,t])=>{localStorage.setItem('language',l);localStorage.setItem('locale',l);localStorage.setItem('theme',t)},[lang,theme]);
 for (const [n,path] of [['dash','/'],['profile','/users?user='+id+'&why=risk'],['users','/users'],['timeline','/users?user='+id+'&why=risk&tab=timeline']]) { await p.goto(U+path); await p.waitForTimeout(900); await shot(n+'-'+lang, n!=='timeline'); }
 await p.setViewportSize({width:390,height:844}); for (const [n,path] of [['profile','/users?user='+id+'&why=risk'],['users','/users'],['dash','/'],['bills','/bills?userId='+id]]) { await p.goto(U+path); await p.waitForTimeout(700); await shot('phone-'+n+'-'+lang,n!=='bills'); } await p.setViewportSize({width:1440,height:900}); }
console.log(errors.slice(0,5)); await b.close();
