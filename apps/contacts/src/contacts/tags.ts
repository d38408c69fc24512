import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { changeContact, tagsWith } from './change.ts'

/** Adds tags, each once. */
export const addTags: Verb<typeof contacts.contacts.addTags, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ tags: tagsWith(row.tags, input.tags) }))

/** Takes tags off. */
export const removeTags: Verb<typeof contacts.contacts.removeTags, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ tags: row.tags.filter((tag) => !input.tags.includes(tag)) }))
