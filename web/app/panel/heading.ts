import type { SettingsStore } from '../store';
import { element, type TextBindings } from './bindings';

/** 제목과 언어 바꿈. The title over the picture and the language switch. */
export function createHeading(store: SettingsStore, texts: TextBindings): HTMLElement {
  const header = element('header', 'heading');
  const words = element('div', 'heading-words');
  words.append(texts.text(element('h1'), 'heading'), texts.text(element('p'), 'subtitle'));
  const language = element('button', 'button language');
  language.type = 'button';
  language.id = 'control-language';
  texts.text(language, 'otherLanguage');
  store.subscribe(({ language: now }) => {
    language.lang = now === 'ko' ? 'en' : 'ko';
  });
  language.addEventListener('click', () => {
    store.set({ language: store.settings.language === 'ko' ? 'en' : 'ko' });
  });
  header.append(words, language);
  return header;
}
