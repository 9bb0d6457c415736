import type { Language } from '@candor/api';
import { languageTags } from '@candor/i18n';
import { useText } from '@candor/ui';
import { ArticleText } from '@candor/ui/article';

const themes = ['day', 'night'] as const;

/** Shows a draft as readers will see it, in both themes. */
export function Preview({
  title,
  body,
  language,
  figures,
}: {
  readonly title: string;
  readonly body: string;
  readonly language: Language;
  readonly figures: Readonly<Record<string, string>>;
}) {
  const text = useText();
  return (
    <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
      {themes.map((theme) => (
        <section
          key={theme}
          aria-label={text(`console.articles.preview.${theme}`)}
          data-theme={theme}
          className="min-w-0 rounded-base border border-line bg-paper p-4 text-ink"
        >
          <div lang={languageTags[language]} className="flex flex-col gap-3">
            <p className="text-20 font-semibold">{title}</p>
            <ArticleText markdown={body} figures={figures} hasAnchors={false} />
          </div>
        </section>
      ))}
    </div>
  );
}
