import { migration } from '@posthorn/chassis'

/** Adds the country of a number. */
export const numbers007 = migration('numbers_007_country', ['alter table number add column country text'])
