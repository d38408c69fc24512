import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** The group that an invitation is to. */
export async function groupOfInvitation(
  em: EntityManager,
  workspaceId: string,
  invitationId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ groupId: string }>(
    em,
    'select group_id as "groupId" from group_participant where workspace_id = $1 and invitation_id = $2',
    [workspaceId, invitationId],
  )
  return row?.groupId
}
