import type { SettingsStore } from '../store';
import { tabOf } from '../tabs';
import { element, type TextBindings } from './bindings';
import { createTabs } from './tabs';

/** 제목, 탭, 언어 바꿈. The title over the picture, the tabs and the language switch. */
export function createHeading(store: SettingsStore, texts: TextBindings): HTMLElement {
  const header = element('header', 'heading');
  const words = element('div', 'heading-words');
  const subtitle = element('p');
  words.append(texts.text(element('h1'), 'heading'), subtitle);
  const language = element('button', 'button language');
  language.type = 'button';
  language.id = 'control-language';
  texts.text(language, 'otherLanguage');
  const write = () => {
    subtitle.textContent = texts.texts[tabOf(store.settings.scene).subtitle];
    language.lang = store.settings.language === 'ko' ? 'en' : 'ko';
  };
  store.subscribe(write);
  texts.add(write);
  language.addEventListener('click', () => {
    store.set({ language: store.settings.language === 'ko' ? 'en' : 'ko' });
  });
  header.append(words, createTabs(store, texts), language);
  return header;
}
