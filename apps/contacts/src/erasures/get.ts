import type { Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Erasure } from '../entities/erasure.ts'
import { presentErasure } from './present.ts'

/** One erasure. */
export const get: Verb<typeof contacts.erasures.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentErasure((await ctx.em.findOne(Erasure, { id: input.id })) ?? fail('erasure:not_found'))
