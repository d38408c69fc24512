import type { VerbContext } from '@posthorn/chassis'
import type { MemberRow } from '../../entities/member.ts'

/** Announces a member to services that show name and email address, and to subscribed webhooks. */
export function announceMember({ emit }: Pick<VerbContext, 'emit'>, row: MemberRow): void {
  const { id, workspaceId: workspace, name, email, role, disabledAt, version } = row
  emit({
    kind: 'member:updated',
    workspace,
    data: { id, name, email, role: role ?? 'agent', disabled: Boolean(disabledAt) },
    aggregate: { id, version },
  })
}
