import type { Invitation } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { invitationsQuery } from './data.ts'

/** Pending invitations. */
export function Invitations() {
  const query = useQuery(invitationsQuery(useWorkspaceId()))
  if (query.data?.length === 0) return null
  return (
    <Panel title={say('team.invitations')}>
      <Loaded query={query}>
        {(invitations) => (
          <Rows label={say('team.invitations')} columns={columns()} rows={invitations} keyOf={({ id }) => id} />
        )}
      </Loaded>
    </Panel>
  )
}

const columns = (): Column<Invitation>[] => [
  { name: say('signIn.email'), cell: ({ email }) => email },
  { name: say('team.role'), cell: ({ role }) => say(`role.${role}`) },
  { name: say('team.linkEnds'), cell: ({ expiresAt }) => fullMoment(expiresAt) },
  { name: '', cell: (invitation) => <RemoveButton invitation={invitation} /> },
]

function RemoveButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const workspace = useWorkspaceId()
  const mayRemove = useMay()('invitations.remove')
  const remove = useAction({
    run: () => api.invitations.remove({ id }),
    changes: [['team', workspace]],
    done: () => say('team.isWithdrawn'),
  })
  if (!mayRemove) return null
  return (
    <ConfirmButton
      name={say('team.withdraw')}
      text={say('team.withdrawWhy', { email })}
      run={() => remove.mutateAsync(undefined)}
      button={{ size: 'compact-xs' }}
    />
  )
}
