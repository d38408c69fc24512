import { Stack, Text } from '@mantine/core'
import type { Member } from '@posthorn/sdk'
import { useState } from 'react'
import type { Role } from '../../api/auth.ts'
import { api } from '../../api/client.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { useMay, useMe, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { rolesUpTo } from './roles.ts'

/** Actions on selected members. No one can change themselves, so there is always an owner left. */
export function useMemberBulk() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const me = useMe().member
  const roles = rolesUpTo(me?.role)
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
          label={say('team.role')}
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
  return useBulk([['team', workspace]], [changeRole, disable])
}
