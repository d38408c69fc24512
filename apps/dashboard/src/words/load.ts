import { en } from './en.ts'
import { chooseWords } from './say.ts'

const storageKey = 'posthorn.language'

/** Languages of the dashboard, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const

/** A language of the dashboard. */
export type Language = keyof typeof languages

/** Chooses the language: the one that was chosen here, else that of the browser. */
export async function loadWords(): Promise<void> {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language.slice(0, 2)
  document.documentElement.lang = chosen === 'de' ? 'de' : 'en'
  if (chosen !== 'de') return chooseWords('en', en)
  const { de } = await import('./de.ts')
  chooseWords('de', de)
}

/** Changes the language; everything is shown again in it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
  location.reload()
}
