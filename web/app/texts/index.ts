import { en } from './en';
import { ko } from './ko';

/** 모든 언어가 갖춰야 하는 열쇠. The keys every language must have. */
export type TextKey = keyof typeof ko;
export type Texts = Readonly<Record<TextKey, string>>;
export type Language = 'ko' | 'en';

const byLanguage: Readonly<Record<Language, Texts>> = { ko, en };

/** 한 언어의 문장을 준다. Returns the texts of one language. */
export function textsOf(language: Language): Texts {
  return byLanguage[language];
}

/** `{이름}` 자리를 값으로 채운다. Fills `{name}` places with values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
