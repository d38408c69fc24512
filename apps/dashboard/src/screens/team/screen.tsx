import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { membersQuery } from './data.ts'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { memberColumns } from './member-columns.tsx'

export function TeamScreen() {
  const query = useQuery(membersQuery(useWorkspaceId()))
  const may = useMay()
  return (
    <Page title={say('nav.team')} lead={say('team.lead')}>
      <Panel title={say('team.members')}>
        <Loaded query={query}>
          {(members) => (
            <Rows label={say('team.members')} columns={memberColumns()} rows={members} keyOf={({ id }) => id} />
          )}
        </Loaded>
      </Panel>
      {may('invitations.list') && <Invitations />}
      {may('invitations.create') && <InviteForm />}
    </Page>
  )
}
