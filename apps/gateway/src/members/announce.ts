import type { VerbContext } from '@posthorn/chassis'
import type { MemberRow } from '../entities/member.ts'

/** Tells the services that know members by name who this is now. */
export function announceMember({ emit }: Pick<VerbContext, 'emit'>, row: MemberRow): void {
  const { id, workspaceId: workspace, name, email, version } = row
  emit({ kind: 'member:updated', workspace, data: { id, name, email }, aggregate: { id, version } })
}
