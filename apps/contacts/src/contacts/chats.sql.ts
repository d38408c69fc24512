import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'

/** That a row of `contact` has a chat. */
export const hasChat = `(exists (select 1 from known_chat k where k.workspace_id = contact.workspace_id and k.person = contact.id)
  or exists (select 1 from identity i join known_chat k on k.workspace_id = i.workspace_id and k.person = i.value
    where i.workspace_id = contact.workspace_id and i.contact_id = contact.id))`

/** Contacts in one event. */
const stretchMax = 500

/** Tells the names of those of these people who have both a name and a chat; nothing is told of others, however many were imported. */
export async function tellNames(
  { em, emit }: Pick<Tx, 'em' | 'emit'>,
  workspace: string,
  people: string[],
): Promise<void> {
  const named = await namesOf(em, workspace, people)
  for (let i = 0; i < named.length; i += stretchMax) {
    const contacts = named.slice(i, i + stretchMax)
    const aggregate = { id: contacts[0]?.contact ?? '', version: 1 }
    emit({ kind: 'contact:named', workspace, data: { contacts }, aggregate })
  }
}

function namesOf(
  em: EntityManager,
  workspace: string,
  people: string[],
): Promise<{ contact: string; recipient: string; name: string }[]> {
  return sql(
    em,
    `select distinct c.id as contact, i.value as recipient, c.name
     from known_chat k join identity i on i.workspace_id = k.workspace_id and i.value = k.person
     join contact c on c.workspace_id = i.workspace_id and c.id = i.contact_id
     where k.workspace_id = $1 and k.person = any($2) and c.name is not null order by c.id`,
    [workspace, people],
  )
}
