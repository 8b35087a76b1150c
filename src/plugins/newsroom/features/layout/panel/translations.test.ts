import type { Language } from '../../../shared/panel';
import historyEn from '../../history/texts/en.json';
import historyZh from '../../history/texts/zh.json';
import mapEn from '../../topic-map/texts/en.json';
import mapZh from '../../topic-map/texts/zh.json';
import { labelTranslations } from './translations';

describe('the questions before a delete', () => {
  const questions = (language: Language, map: Record<string, string>) => [
    labelTranslations(language)['content-manager.actions.delete.dialog.body'],
    labelTranslations(language)['popUpWarning.bodyMessage.contentType.delete.all'],
    map['delete.question'],
  ];

  it.each([
    ['zh', questions('zh', mapZh), `可以在「${historyZh.deleted}」還原`],
    ['en', questions('en', mapEn), `under “${historyEn.deleted}”`],
  ])('say in %s on which page the record can be restored', (_language, texts, page) => {
    for (const text of texts) {
      expect(text).toContain(page);
      expect(text).not.toMatch(/無法復原|不能復原|cannot be undone|irreversible/);
    }
  });
});
