import type { Group } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { groupsQuery, groupTones } from './data.ts'
import { NewGroupForm } from './new.tsx'

export function GroupsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = {
    isAllowed: may('groups.remove'),
    name: say('group.remove'),
    text: (groups: readonly Group[]) => say('group.removeWhy', { name: namesOf(groups) }),
    run: ({ id }: Group) => api.groups.remove({ id }),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.groups')}
      lead={say('group.lead')}
      query={useInfiniteQuery(groupsQuery(workspace))}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name }) => name}
      empty={{ title: say('group.none'), why: say('group.noneWhy') }}
      create={may('groups.create') && { name: say('group.new'), form: () => <NewGroupForm /> }}
      bulk={useBulk([['groups', workspace]], [remove])}
    />
  )
}

const columns = (): Column<Group>[] => [
  {
    name: say('group.name'),
    cell: ({ id, name }) => <PlaceLink to={`groups/${id}`}>{name}</PlaceLink>,
    by: ({ name }) => name,
  },
  {
    name: say('group.status'),
    cell: ({ status }) => <Status tone={groupTones[status]} text={say(`group.status.${status}`)} />,
  },
  {
    name: say('group.joined'),
    cell: ({ participants }) => participants.joined,
    isNumber: true,
    by: ({ participants }) => participants.joined,
  },
  {
    name: say('group.invited'),
    cell: ({ participants }) => participants.invited,
    isNumber: true,
    by: ({ participants }) => participants.invited,
  },
  {
    name: say('group.requested'),
    cell: ({ participants }) => participants.requested,
    isNumber: true,
    by: ({ participants }) => participants.requested,
  },
  { name: say('group.createdAt'), cell: ({ createdAt }) => fullMoment(createdAt), by: ({ createdAt }) => createdAt },
]
