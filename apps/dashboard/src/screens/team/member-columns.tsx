import { Checkbox, NativeSelect } from '@mantine/core'
import type { Member } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Role } from '../../api/auth.ts'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/queries.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import type { Column } from '../../parts/rows.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useMay, useMe, useWorkspaceId } from '../../session/me.ts'
import { shortMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { rolesUpTo } from './roles.ts'

const tones: Readonly<Record<Member['status'], Tone>> = { active: 'good', invited: 'warn', disabled: 'quiet' }

export const memberColumns = (): Column<Member>[] => [
  {
    name: say('team.name'),
    cell: ({ name, email }) => (
      <span>
        <b>{name}</b>
        <br />
        <small>{email}</small>
      </span>
    ),
    by: ({ name }) => name,
  },
  { name: say('team.role'), cell: (member) => <RoleField member={member} />, by: ({ role }) => say(`role.${role}`) },
  { name: say('team.status'), cell: ({ status }) => <Status tone={tones[status]} text={say(`team.${status}`)} /> },
  { name: say('twoFactor.title'), cell: ({ twoFactor }) => say(twoFactor ? 'team.yes' : 'team.no') },
  {
    name: say('team.seen'),
    cell: ({ lastSeenAt }) => (lastSeenAt ? shortMoment(lastSeenAt) : say('team.never')),
    by: ({ lastSeenAt }) => lastSeenAt,
  },
  { name: '', cell: (member) => <MemberButtons member={member} /> },
]

/** A member's role, which the caller can change if it is a role that they may grant. */
function RoleField({ member }: { member: Member }) {
  const workspace = useWorkspaceId()
  const me = useMe().member
  const mayChange = useMay()('team.update')
  const change = useAction({
    run: (role: Role) => api.team.update({ id: member.id, role }),
    changes: [['team', workspace]],
    done: () => say('desk.stored'),
  })
  const roles = rolesUpTo(me?.role)
  if (!mayChange || !roles.includes(member.role)) return <>{say(`role.${member.role}`)}</>
  return (
    <NativeSelect
      size="xs"
      aria-label={say('team.roleOf', { name: member.name })}
      data={roles.map((role) => ({ value: role, label: say(`role.${role}`) }))}
      value={member.role}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.value as Role)}
    />
  )
}

/** Returns the text of a dialog, and the checkbox for the member's keys. */
const withKeysField = (text: string, keysField: ReactNode) => (
  <>
    {text}
    {keysField}
  </>
)

type KeysLeftProps = { memberId: string; isRevoking: boolean; onChange: (isRevoking: boolean) => void }

/** Checkbox that also revokes the keys a member created. Without it, they go on working. */
function KeysLeft({ memberId, isRevoking, onChange }: KeysLeftProps) {
  const workspace = useWorkspaceId()
  const { data = [] } = useQuery({
    queryKey: ['keys', workspace, 'of', memberId],
    queryFn: async ({ signal }) => {
      const made = []
      for await (const key of api.keys.list({ size: 100 }, { signal }))
        if (key.createdBy?.id === memberId && key.revokedAt === null) made.push(key.name)
      return made
    },
  })
  if (data.length === 0) return null
  return (
    <Checkbox
      mt="sm"
      label={say('team.revokeKeys', { keys: data.join(', ') })}
      checked={isRevoking}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Buttons that disable, enable or remove a member. The caller can't change themselves, or members whose role they may not grant. */
function MemberButtons({ member: { id, name, status, role } }: { member: Member }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const me = useMe().member
  const changes = [['team', workspace]]
  const isDisabled = status === 'disabled'
  const [revokeKeys, setRevokeKeys] = useState(false)
  const turn = useAction({
    run: () => (isDisabled ? api.team.enable({ id }) : api.team.disable({ id, revokeKeys })),
    changes,
  })
  const remove = useAction({
    run: () => api.team.remove({ id, revokeKeys }),
    changes: [...changes, ['keys', workspace]],
    done: () => say('team.isRemoved', { name }),
  })
  const keys = <KeysLeft memberId={id} isRevoking={revokeKeys} onChange={setRevokeKeys} />
  if (id === me?.id || !rolesUpTo(me?.role).includes(role)) return null
  return (
    <span>
      {may('team.disable') && (
        <ConfirmButton
          name={say(isDisabled ? 'team.enable' : 'team.disable')}
          text={isDisabled ? say('team.enableWhy', { name }) : withKeysField(say('team.disableWhy', { name }), keys)}
          run={() => turn.mutateAsync(undefined)}
          button={{ size: 'compact-xs' }}
        />
      )}{' '}
      {may('team.remove') && (
        <ConfirmButton
          name={say('team.remove')}
          text={withKeysField(say('team.removeWhy', { name }), keys)}
          run={() => remove.mutateAsync(undefined)}
          button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
        />
      )}
    </span>
  )
}
