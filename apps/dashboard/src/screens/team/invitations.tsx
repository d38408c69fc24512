import type { Invitation } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, itemsOf, poll } from '../../api/api.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { Status } from '../../parts/page.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useMe, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { NumbersLine } from './limit.tsx'
import { grantableRoles } from './roles.ts'

const invitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['team', workspaceId, 'invitations'],
    // No event announces that someone joined.
    refetchInterval: poll(10_000),
    queryFn: ({ signal }) => itemsOf(api.invitations.list({ size: 100 }, { signal })),
  })

/** Invitations that aren't accepted yet. Shows nothing if there are none. */
export function Invitations() {
  const query = useQuery(invitationsQuery(useWorkspaceId()))
  if (query.data?.length === 0) return null
  return <ListPanel query={query} label={say('team.invitations')} columns={columns()} keyOf={({ id }) => id} />
}

const mailTones = { waiting: 'warn', sent: 'good', failed: 'bad' } as const

const columns = (): Column<Invitation>[] => [
  {
    name: say('word.email'),
    cell: ({ email, numbers }) => (
      <span>
        {email}
        <NumbersLine numbers={numbers} />
      </span>
    ),
  },
  { name: say('word.role'), cell: ({ role }) => say(`role.${role}`) },
  {
    name: say('word.status'),
    cell: ({ mailStatus: status }) => status && <Status tone={mailTones[status]} text={say(`team.mail.${status}`)} />,
  },
  { name: say('team.linkEnds'), cell: ({ expiresAt }) => fullMoment(expiresAt) },
  { name: '', cell: (invitation) => <RemoveButton invitation={invitation} /> },
]

/** Button that withdraws an invitation, for those who may grant its role. */
function RemoveButton({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const mayRemove = useMay()('invitations.remove')
  const roles = grantableRoles(useMe().member?.role)
  if (!mayRemove || !roles.includes(role)) return null
  return (
    <ConfirmButton
      name={say('team.withdraw')}
      text={say('team.withdrawWhy', { email })}
      run={() => api.invitations.remove({ id })}
      changes={['team']}
      done={() => say('team.isWithdrawn')}
      button={{ size: 'compact-xs' }}
    />
  )
}
