import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'

/** Condition: a row of `contact` has a chat. */
export const hasChat = `(exists (select 1 from known_chat k where k.workspace_id = contact.workspace_id and k.person = contact.id)
  or exists (select 1 from identity i join known_chat k on k.workspace_id = i.workspace_id and k.person = i.value
    where i.workspace_id = contact.workspace_id and i.contact_id = contact.id))`

/** Maximum number of contacts in one event. */
const eventContactsMax = 500

/** Announces who these addresses belong to, if they have a chat; otherwise large imports would announce everyone. */
export async function announceIdentified(
  { em, emit }: Pick<Tx, 'em' | 'emit'>,
  workspace: string,
  addresses: string[],
): Promise<void> {
  const found = await contactsWithChat(em, workspace, addresses)
  for (let i = 0; i < found.length; i += eventContactsMax) {
    const contacts = found.slice(i, i + eventContactsMax)
    const aggregate = { id: contacts[0]?.contact ?? '', version: 1 }
    emit({ kind: 'contact:identified', workspace, data: { contacts }, aggregate })
  }
}

function contactsWithChat(
  em: EntityManager,
  workspace: string,
  addresses: string[],
): Promise<{ contact: string; recipient: string; name: string | null }[]> {
  return sql(
    em,
    `select distinct c.id as contact, i.value as recipient, c.name
     from known_chat k join identity i on i.workspace_id = k.workspace_id and i.value = k.person
     join contact c on c.workspace_id = i.workspace_id and c.id = i.contact_id
     where k.workspace_id = $1 and k.person = any($2) order by c.id`,
    [workspace, addresses],
  )
}
