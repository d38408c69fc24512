import { rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { presentContacts } from '../contacts/present.ts'
import { Contact } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import type { ImportRow } from '../entities/import.ts'
import type { Candidate } from './row.ts'

const queueOptOuts = statement(
  { workspace: 'text', people: rowType<Candidate>({ address: 'text' }) },
  ({ workspace, people }) => `insert into opt_out_announcement (workspace_id, contact_id)
    select distinct i.workspace_id, i.contact_id from ${people.as('p')}
    join identity i on i.workspace_id = ${workspace} and i.type in ('phone', 'provider_user') and i.value = p.address
    on conflict do nothing`,
)

/** Announces opt-outs and blocks among the candidates that were written: other services keep both. */
export async function announceMarks(tx: Tx, { workspaceId }: ImportRow, written: Candidate[]): Promise<void> {
  const optedOut = written.filter(({ optedOutAt }) => optedOutAt !== null)
  if (optedOut.length > 0) {
    await sql(tx.em, queueOptOuts({ workspace: workspaceId, people: optedOut }))
    tx.wake('announce-opt-outs')
  }
  const blocked = written.flatMap((candidate) => (candidate.blocked ? [candidate.address] : []))
  if (blocked.length > 0) await announceBlocked(tx, workspaceId, blocked)
}

async function announceBlocked({ em, emit }: Tx, workspace: string, addresses: string[]): Promise<void> {
  const identities = await em.find(Identity, { type: { $in: ['phone', 'provider_user'] }, value: { $in: addresses } })
  const ids = identities.map(({ contactId }) => contactId)
  const rows = await em.find(Contact, { id: { $in: ids } }, { refresh: true })
  const contacts = await presentContacts(em, rows)
  for (const [i, data] of contacts.entries()) {
    const aggregate = { id: data.id, version: rows[i]?.version ?? 1 }
    emit({ kind: 'contact:updated', workspace, data, aggregate })
  }
}
