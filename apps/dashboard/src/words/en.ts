import { common } from './en/everywhere.ts'
import { inbox } from './en/inbox.ts'

/** The English catalogue. Its keys are those of every other language. */
export const en = { ...common, ...inbox } as const

/** Texts by key; those with a number have a form for one. */
export type Words = { [K in keyof typeof en]: (typeof en)[K] extends string ? string : { one: string; other: string } }
