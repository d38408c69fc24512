import { useQuery } from '@tanstack/react-query'
import { Resource } from '../../parts/resource.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { membersQuery } from './data.ts'
import { Departments } from './departments.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { memberColumns } from './member-columns.tsx'

export function TeamScreen() {
  const may = useMay()
  return (
    <Resource
      title={say('nav.team')}
      lead={say('team.lead')}
      query={useQuery(membersQuery(useWorkspaceId()))}
      columns={memberColumns()}
      nameOf={({ name }) => name}
      textOf={({ name, email, role }) => [name, email, say(`role.${role}`)].join(' ')}
      empty={{ title: say('team.members') }}
      create={
        may('invitations.create') && { name: say('team.invite'), form: (onDone) => <InviteForm onDone={onDone} /> }
      }
    >
      {may('invitations.list') && <Invitations />}
      <Departments />
    </Resource>
  )
}
