// Loaded before a program (`--import`): its clock and those of its processes go TURNED_CLOCK_MS ahead of the machine's.

const ahead = Number(process.env.TURNED_CLOCK_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + ahead;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
