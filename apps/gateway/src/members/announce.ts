import type { VerbContext } from '@posthorn/chassis'
import type { MemberRow } from '../entities/member.ts'

/** Announces name and e-mail address of a member to the services that show them. */
export function announceMember({ emit }: Pick<VerbContext, 'emit'>, row: MemberRow): void {
  const { id, workspaceId: workspace, name, email, version } = row
  emit({ kind: 'member:updated', workspace, data: { id, name, email }, aggregate: { id, version } })
}
