import type { AnnouncementTopic, ArticleKind, Language } from '@candor/api';

/** A category or a section of the first start; a section names the category above it. */
export interface FirstCategory {
  readonly code: string;
  readonly parent: string | null;
  readonly titles: Readonly<Partial<Record<Language, string>>>;
}

/** An article of the first start. Its texts are the files `<code>/<language>.md` beside this one: `# Title`, then Markdown. */
export interface FirstArticle {
  readonly code: string;
  readonly kind: ArticleKind;
  readonly section: string | null;
  readonly topic?: AnnouncementTopic;
  readonly isPinned?: boolean;
}

/** Titles in the order of the languages: en, ja, ko, zh, pt, vi, th, es, fr, ru, de, it, tw. */
const order = ['en', 'ja', 'ko', 'zh', 'pt', 'vi', 'th', 'es', 'fr', 'ru', 'de', 'it', 'tw'] as const;

function branch(code: string, parent: string | null, titles: readonly string[]): FirstCategory {
  const named = order.map((language, at) => [language, titles[at]] as const);
  return { code, parent, titles: Object.fromEntries(named) };
}

export const firstCategories: readonly FirstCategory[] = [
  branch('account', null, [
    'Account',
    'アカウント',
    '계정',
    '账户',
    'Conta',
    'Tài khoản',
    'บัญชี',
    'Cuenta',
    'Compte',
    'Аккаунт',
    'Konto',
    'Account',
    '帳戶',
  ]),
  branch('start', 'account', [
    'Getting started',
    'はじめに',
    '시작하기',
    '快速入门',
    'Primeiros passos',
    'Bắt đầu',
    'เริ่มต้นใช้งาน',
    'Primeros pasos',
    'Pour commencer',
    'Начало работы',
    'Erste Schritte',
    'Per iniziare',
    '快速入門',
  ]),
  branch('security', 'account', [
    'Security',
    'セキュリティ',
    '보안',
    '安全',
    'Segurança',
    'Bảo mật',
    'ความปลอดภัย',
    'Seguridad',
    'Sécurité',
    'Безопасность',
    'Sicherheit',
    'Sicurezza',
    '安全',
  ]),
  branch('money', null, [
    'Deposits and withdrawals',
    '入出金',
    '입출금',
    '充值与提现',
    'Depósitos e saques',
    'Nạp và rút',
    'ฝากและถอน',
    'Depósitos y retiros',
    'Dépôts et retraits',
    'Пополнение и вывод',
    'Ein- und Auszahlungen',
    'Depositi e prelievi',
    '入金與提領',
  ]),
  branch('transfers', 'money', [
    'Moving coins',
    'コインの移動',
    '코인 이동',
    '转移币种',
    'Movimentar moedas',
    'Chuyển coin',
    'ย้ายเหรียญ',
    'Mover monedas',
    'Déplacer des coins',
    'Перевод монет',
    'Coins bewegen',
    'Spostare coin',
    '轉移幣種',
  ]),
  branch('costs', 'money', [
    'Fees and limits',
    '手数料と限度額',
    '수수료와 한도',
    '费用与限额',
    'Taxas e limites',
    'Phí và hạn mức',
    'ค่าธรรมเนียมและวงเงิน',
    'Comisiones y límites',
    'Frais et limites',
    'Комиссии и лимиты',
    'Gebühren und Limits',
    'Commissioni e limiti',
    '費用與限額',
  ]),
  branch('products', null, [
    'Products',
    '商品',
    '상품',
    '产品',
    'Produtos',
    'Sản phẩm',
    'ผลิตภัณฑ์',
    'Productos',
    'Produits',
    'Продукты',
    'Produkte',
    'Prodotti',
    '產品',
  ]),
  branch('trading', 'products', [
    'Trading',
    '取引',
    '거래',
    '交易',
    'Negociação',
    'Giao dịch',
    'การเทรด',
    'Operar',
    'Trading',
    'Торговля',
    'Handel',
    'Trading',
    '交易',
  ]),
  branch('earning', 'products', [
    'Earn and borrow',
    '運用と借入',
    '수익과 대출',
    '理财与借贷',
    'Render e tomar emprestado',
    'Sinh lời và vay',
    'รับผลตอบแทนและกู้ยืม',
    'Ganar y pedir prestado',
    'Gagner et emprunter',
    'Доход и займы',
    'Verdienen und leihen',
    'Guadagnare e prendere in prestito',
    '理財與借貸',
  ]),
  branch('proof', null, [
    'Check it yourself',
    '自分で検証する',
    '직접 확인하기',
    '自行验证',
    'Verifique você mesmo',
    'Tự kiểm chứng',
    'ตรวจสอบด้วยตัวเอง',
    'Compruébelo usted mismo',
    'Vérifier par vous-même',
    'Проверьте сами',
    'Selbst nachprüfen',
    'Verifica tu stesso',
    '自行驗證',
  ]),
  branch('checks', 'proof', [
    'Receipts and prices',
    'レシートと価格',
    '영수증과 가격',
    '凭证与价格',
    'Recibos e preços',
    'Biên nhận và giá',
    'ใบเสร็จและราคา',
    'Recibos y precios',
    'Reçus et prix',
    'Квитанции и цены',
    'Belege und Preise',
    'Ricevute e prezzi',
    '憑證與價格',
  ]),
];

const help = (section: string, codes: readonly string[]): FirstArticle[] =>
  codes.map((code) => ({ code, kind: 'help', section }));

export const firstList: readonly FirstArticle[] = [
  ...help('start', ['first-steps', 'identity-verification', 'referral']),
  ...help('security', ['account-security', 'spot-scams', 'lost-2fa']),
  ...help('transfers', ['deposits', 'withdrawals', 'convert', 'otc-safety']),
  ...help('costs', ['fees', 'limits']),
  ...help('trading', ['spot', 'perpetuals', 'flash-contracts', 'margin']),
  ...help('earning', ['staking', 'earn-products', 'mining', 'power-loans']),
  ...help('checks', ['receipts', 'prices']),
  { code: 'privacy', kind: 'terms', section: null },
  { code: 'risk', kind: 'terms', section: null },
  { code: 'help-centre-open', kind: 'announcement', section: null, topic: 'general', isPinned: true },
];
