import type { deskWords } from './en/desk.ts'
import type { firstWords } from './en/first.ts'
import type { push } from './en/push.ts'

/** Plural forms of a text, by `Intl.PluralRules` category. `other` is used if a form is missing. */
export type Forms = { readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string }

type Texts<C> = { readonly [K in keyof C]: C[K] extends string ? string : Forms }

/** Texts that load first, by key. */
export type FirstWords = Texts<typeof firstWords>

/** Texts that load with the first screen that needs them, by key. */
export type DeskWords = Texts<typeof deskWords>

export type PushWords = Texts<typeof push>

export type Words = FirstWords & DeskWords
