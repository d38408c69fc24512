import type { deskWords } from './en/desk.ts'
import { common } from './en/everywhere.ts'
import { inbox } from './en/inbox.ts'

/** English texts of sign-in and the inbox. Other languages have the same keys. */
export const en = { ...common, ...inbox } as const

type Texts<C> = { [K in keyof C]: C[K] extends string ? string : { one: string; other: string } }

/** Texts that load first, by key. A text with a number has a singular form. */
export type FirstWords = Texts<typeof en>

/** Texts that load with the first screen that needs them, by key. */
export type DeskWords = Texts<typeof deskWords>

export type Words = FirstWords & DeskWords
