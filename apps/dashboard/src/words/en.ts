import type { deskWords } from './en/desk.ts'
import { common } from './en/everywhere.ts'
import { inbox } from './en/inbox.ts'

/** The English catalog of sign-in and the inbox. Its keys are those of every other language. */
export const en = { ...common, ...inbox } as const

type Texts<C> = { [K in keyof C]: C[K] extends string ? string : { one: string; other: string } }

/** Texts by key that are loaded at first; those with a number have a form for one. */
export type FirstWords = Texts<typeof en>

/** Texts by key that are loaded with the first screen that needs them. */
export type DeskWords = Texts<typeof deskWords>

/** All texts by key. */
export type Words = FirstWords & DeskWords
