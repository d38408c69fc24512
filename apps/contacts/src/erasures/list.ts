import { listPage, type Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Erasure, type ErasureRow } from '../entities/erasure.ts'
import { presentErasure } from './present.ts'

/** Erasures, newest first. */
export const list: Verb<typeof contacts.erasures.list, ContactsRuntime> = async ({ ctx, input }) => {
  const page = await listPage<ErasureRow>(ctx, input, {
    entity: Erasure,
    list: 'erasures',
    order: { column: 'id', direction: 'desc' },
    where: {
      ...(input.contact ? { contactId: input.contact } : {}),
      ...(input.status ? { completedAt: input.status === 'running' ? null : { $ne: null } } : {}),
    },
  })
  return { items: page.rows.map(presentErasure), next: page.next }
}
