import type { Meta, StoryObj } from '@storybook/react-vite';

const meta: Meta = { title: 'Foundations' };
export default meta;

type Story = StoryObj;

const sizes = [
  ['text-44 font-semibold', '44', 'The exchange you can check'],
  ['text-28 font-semibold', '28', '1,284,906.13 USDT'],
  ['text-20 font-semibold', '20', 'How to start'],
  ['text-16', '16', 'Every settlement comes with a receipt that your own browser recomputes.'],
  ['text-14', '14', 'The prices used, the formula, the fee, the entry in the ledger.'],
  ['text-13', '13', 'Place an order, then open the receipt of its fill and see each figure recomputed.'],
  ['text-12', '12', 'Posted in the same ledger entry as the fee.'],
] as const;

export const Type: Story = {
  render: () => (
    <div className="flex max-w-240 flex-col divide-y">
      {sizes.map(([look, size, text]) => (
        <div key={size} className="flex items-baseline gap-6 py-3">
          <span className="figure w-6 shrink-0 text-end text-12 text-ink-3">{size}</span>
          <span className={look}>{text}</span>
        </div>
      ))}
    </div>
  ),
};

const samples = [
  ['en', 'Your order rests in the book until it fills or you cancel it.'],
  ['de', 'Ihre Order bleibt im Orderbuch, bis sie ausgeführt oder von Ihnen storniert wird.'],
  ['th', 'คำสั่งของคุณจะอยู่ในสมุดคำสั่งจนกว่าจะจับคู่ได้ครบหรือคุณยกเลิก ที่นี่ไม่มีเงินจริง'],
  ['ja', '注文は約定するか取り消されるまで板に残ります。'],
  ['ko', '주문은 체결되거나 취소될 때까지 호가창에 남아 있습니다.'],
  ['zh-Hans', '订单会留在订单簿中，直到成交或被您撤销。'],
  ['zh-Hant', '委託單會留在委託簿中，直到成交或由您取消。'],
  ['vi', 'Lệnh của bạn nằm trong sổ lệnh cho đến khi khớp hoặc bạn hủy.'],
  ['ru', 'Ордер остаётся в стакане, пока не исполнится или вы его не отмените.'],
] as const;

export const Languages: Story = {
  render: () => (
    <div className="flex max-w-160 flex-col divide-y">
      {samples.map(([lang, text]) => (
        <div key={lang} className="py-3" lang={lang}>
          <p className="text-16 font-semibold">{text}</p>
          <p className="text-14 text-ink-2">{text}</p>
        </div>
      ))}
    </div>
  ),
};

const colours = [
  ['bg-paper', 'paper', 'the page'],
  ['bg-ground', 'ground', 'bands and heads'],
  ['bg-wash', 'wash', 'pressed, waiting'],
  ['bg-line', 'line', 'a hairline'],
  ['bg-rule', 'rule', 'the outline of what its text names'],
  ['bg-edge', 'edge', 'the mark of a control, 3:1'],
  ['bg-ink', 'ink', 'text'],
  ['bg-ink-2', 'ink-2', 'second text; the stub in practice mode'],
  ['bg-ink-3', 'ink-3', 'labels'],
  ['bg-accent', 'accent', 'what can be pressed'],
  ['bg-accent-tint', 'accent-tint', 'chosen'],
  ['bg-up', 'up', 'up, and nothing else'],
  ['bg-up-tint', 'up-tint', 'depth, flash'],
  ['bg-down', 'down', 'down, and nothing else'],
  ['bg-down-tint', 'down-tint', 'depth, flash'],
  ['bg-warn', 'warn', 'needs attention, failed'],
  ['bg-seal', 'seal', 'verified, and nothing else'],
] as const;

export const Colours: Story = {
  render: () => (
    <ul className="grid gap-x-10 sm:grid-cols-2">
      {colours.map(([look, name, meaning]) => (
        <li key={name} className="flex items-center gap-4 border-b py-2">
          <span className={`size-8 shrink-0 rounded-base border border-rule ${look}`} />
          <span className="w-24 shrink-0 font-medium">{name}</span>
          <span className="text-13 text-ink-2">{meaning}</span>
        </li>
      ))}
    </ul>
  ),
};
