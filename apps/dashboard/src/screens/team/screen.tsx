import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import type { Member } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, itemsOf, poll } from '../../api/api.ts'
import type { Role } from '../../api/auth.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { ConfirmButton, ConfirmDialog } from '../../parts/dialogs.tsx'
import { SelectField } from '../../parts/form.tsx'
import { Loaded, Status, type Tone, useAction } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useMe, useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'
import { Departments } from './departments.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { LimitButton, NumbersLine } from './limit.tsx'
import { grantableRoles, isLimitable } from './roles.ts'

const tones: Readonly<Record<Member['status'], Tone>> = { active: 'good', invited: 'warn', disabled: 'quiet' }

const memberColumns = (): Column<Member>[] => [
  {
    name: say('word.name'),
    cell: ({ name, email, numbers }) => (
      <span>
        <b>{name}</b>
        <br />
        <small>{email}</small>
        <NumbersLine numbers={numbers} />
      </span>
    ),
    by: ({ name }) => name,
  },
  { name: say('word.role'), cell: (member) => <RoleField member={member} />, by: ({ role }) => say(`role.${role}`) },
  { name: say('word.status'), cell: ({ status }) => <Status tone={tones[status]} text={say(`team.${status}`)} /> },
  { name: say('twoFactor.title'), cell: ({ twoFactor }) => say(twoFactor ? 'word.yes' : 'word.no') },
  {
    name: say('word.lastActive'),
    cell: ({ lastSeenAt }) => (lastSeenAt ? shortMoment(lastSeenAt) : say('word.never')),
    by: ({ lastSeenAt }) => lastSeenAt,
  },
  { name: '', cell: (member) => <MemberButtons member={member} /> },
]

/** A member's role, which those who may grant it can change. Asks first: arrow keys choose without opening the list. */
function RoleField({ member }: { member: Member }) {
  const me = useMe().member
  const mayChange = useMay()('team.update')
  const change = useAction({
    run: (role: Role) => api.team.update({ id: member.id, role }),
    changes: ['team'],
    done: () => say('desk.stored'),
  })
  const [wanted, setWanted] = useState<Role>()
  const roles = grantableRoles(me?.role)
  if (!mayChange || !roles.includes(member.role)) return <>{say(`role.${member.role}`)}</>
  return (
    <>
      <NativeSelect
        size="xs"
        miw={110}
        aria-label={say('team.roleOf', { name: member.name })}
        data={roles.map((each) => ({ value: each, label: say(`role.${each}`) }))}
        value={member.role}
        onChange={(event) => setWanted(event.currentTarget.value as Role)}
      />
      {wanted && (
        <ConfirmDialog
          name={say('team.changeRole')}
          text={`${say('team.changeRoleWhy', { names: member.name })} ${say(`role.${wanted}`)}`}
          isGrave={false}
          run={() => change.mutateAsync(wanted)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}

type KeysFieldProps = { memberId: string; isRevoking: boolean; onChange: (isRevoking: boolean) => void }

/** Checkbox for revoking the keys that a member created, which it names. Unchecked, the keys go on working, as programs may use them. */
function KeysField({ memberId, isRevoking, onChange }: KeysFieldProps) {
  const workspace = useWorkspaceId()
  const query = useQuery({
    queryKey: ['keys', workspace, 'of', memberId],
    queryFn: async ({ signal }) => {
      const made = []
      for await (const key of api.keys.list({ size: 100 }, { signal }))
        if (key.createdBy?.id === memberId && key.revokedAt === null) made.push(key.name)
      return made
    },
  })
  return (
    <Loaded query={query}>
      {(names) =>
        names.length > 0 && (
          <Checkbox
            mt="sm"
            label={say('team.revokeKeys', { keys: names.join(', ') })}
            checked={isRevoking}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        )
      }
    </Loaded>
  )
}

/**
 * Buttons that limit a member to some numbers, or disable, enable or remove them. Absent for oneself, and for members whose role one may
 * not grant.
 */
function MemberButtons({ member }: { member: Member }) {
  const { id, name, status, role } = member
  const may = useMay()
  const me = useMe().member
  const isDisabled = status === 'disabled'
  const [revokeKeys, setRevokeKeys] = useState(false)
  const withKeys = (text: string) => (
    <>
      {text}
      <KeysField memberId={id} isRevoking={revokeKeys} onChange={setRevokeKeys} />
    </>
  )
  if (id === me?.id || !grantableRoles(me?.role).includes(role)) return null
  return (
    <span>
      {may('team.update') && isLimitable(role) && <LimitButton member={member} />}{' '}
      {may('team.disable') && (
        <ConfirmButton
          name={say(isDisabled ? 'word.enable' : 'team.disable')}
          text={isDisabled ? say('team.enableWhy', { name }) : withKeys(say('team.disableWhy', { name }))}
          run={() => (isDisabled ? api.team.enable({ id }) : api.team.disable({ id, revokeKeys }))}
          changes={['team', 'keys']}
          isGrave={!isDisabled}
          onOpen={() => setRevokeKeys(false)}
          button={{ size: 'compact-xs' }}
        />
      )}{' '}
      {may('team.remove') && (
        <ConfirmButton
          name={say('word.remove')}
          text={withKeys(say('team.removeWhy', { name }))}
          run={() => api.team.remove({ id, revokeKeys })}
          changes={['team', 'keys']}
          done={() => say('team.isRemoved', { name })}
          onOpen={() => setRevokeKeys(false)}
          button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
        />
      )}
    </span>
  )
}

const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['team', workspaceId, 'members'],
    // No event announces that someone joined.
    refetchInterval: poll(10_000),
    queryFn: ({ signal }) => itemsOf(api.team.list({ size: 100 }, { signal })),
  })

/** The members, with their roles and limits, the open invitations, and the departments. */
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
      empty={{ title: say('word.members') }}
      bulk={useMemberBulk()}
      create={
        may('invitations.create') && { name: say('team.invite'), form: (onDone) => <InviteForm onDone={onDone} /> }
      }
    >
      {may('invitations.list') && <Invitations />}
      <Departments />
    </Resource>
  )
}

/** Returns the actions on selected members: change their role, or disable them. Members can't change themselves, so an owner is always left. */
function useMemberBulk() {
  const may = useMay()
  const me = useMe().member
  const roles = grantableRoles(me?.role)
  const [role, setRole] = useState<Role>('agent')
  const mayChange = ({ id, role: own }: Member) => id !== me?.id && roles.includes(own)
  const changeRole = {
    isAllowed: may('team.update') && roles.length > 0,
    name: say('team.changeRole'),
    isFor: mayChange,
    text: (members: readonly Member[]) => (
      <Stack gap="sm">
        <Text size="sm">{say('team.changeRoleWhy', { names: namesOf(members) })}</Text>
        <SelectField
          label={say('word.role')}
          data-autofocus
          data={roles.map((each) => ({ value: each, label: say(`role.${each}`) }))}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
      </Stack>
    ),
    run: ({ id }: Member) => api.team.update({ id, role }),
  }
  const disable = {
    isAllowed: may('team.disable'),
    name: say('team.disable'),
    isFor: (member: Member) => mayChange(member) && member.status !== 'disabled',
    text: (members: readonly Member[]) => say('team.disableWhy', { name: namesOf(members) }),
    run: ({ id }: Member) => api.team.disable({ id }),
    isGrave: true,
  }
  return useBulk(['team'], [changeRole, disable])
}
