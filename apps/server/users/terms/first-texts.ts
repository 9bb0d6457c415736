import de from './first/de.json' with { type: 'json' };
import en from './first/en.json' with { type: 'json' };
import es from './first/es.json' with { type: 'json' };
import fr from './first/fr.json' with { type: 'json' };
import it from './first/it.json' with { type: 'json' };
import ja from './first/ja.json' with { type: 'json' };
import ko from './first/ko.json' with { type: 'json' };
import pt from './first/pt.json' with { type: 'json' };
import ru from './first/ru.json' with { type: 'json' };
import th from './first/th.json' with { type: 'json' };
import tw from './first/tw.json' with { type: 'json' };
import vi from './first/vi.json' with { type: 'json' };
import zh from './first/zh.json' with { type: 'json' };
import type { TermsTexts } from './schema.ts';

/** The first version describes a practice exchange. A real one has none before its operators publish theirs. */
export const firstTexts: TermsTexts = { en, ja, ko, zh, pt, vi, th, es, fr, ru, de, it, tw };
