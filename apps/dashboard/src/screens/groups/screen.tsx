import { Checkbox } from '@mantine/core'
import type { Group } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, paged, useKeyed } from '../../api/api.ts'
import { NumberField, useNumber } from '../../messages/fields.tsx'
import { removal, useBulk } from '../../parts/bulk.tsx'
import { DeskForm, phonesOf, TextAreaField, TextField, useFields } from '../../parts/form.tsx'
import { PlaceLink, Status, type Tone, useAction, useOpenPlace } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'

export const groupTones: Readonly<Record<Group['status'], Tone>> = {
  creating: 'warn',
  active: 'good',
  suspended: 'bad',
  deleting: 'warn',
  deleted: 'quiet',
  failed: 'bad',
}

const groupsQuery = (workspaceId: string) =>
  paged<Group>(['groups', workspaceId], (cursor, options) => api.groups.list({ size: 50, ...cursor }, options).page())

/** Form that creates a group on one of the numbers: only one, also if it is submitted again after a lost response. Its people get invitations. */
function NewGroupForm() {
  const openPlace = useOpenPlace()
  const choice = useNumber()
  const [joinApproval, setJoinApproval] = useState(false)
  const { fields, bind } = useFields({ name: '', description: '', phones: '' })
  const create = useAction({ run: useKeyed(api.groups.create), changes: ['groups'], isOfForm: true })
  const submit = () => {
    const [description, participants] = [fields.description.trim(), phonesOf(fields.phones)]
    const input = {
      number: choice.number,
      name: fields.name.trim(),
      joinApproval,
      ...(description ? { description } : {}),
      ...(participants.length > 0 ? { participants } : {}),
    }
    // Don't navigate if the person left the page before the response.
    create.mutate(input, { onSuccess: ({ id }) => openPlace(`groups/${id}`) })
  }
  return (
    <DeskForm operation="groups.create" submitName={say('group.create')} action={create} onSubmit={submit}>
      <NumberField name="number" choice={choice} />
      <TextField label={say('word.name')} data-autofocus {...bind('name')} />
      <TextAreaField label={say('word.description')} rows={2} {...bind('description')} />
      <TextAreaField
        label={say('group.people')}
        description={say('group.peopleHelp')}
        rows={3}
        {...bind('phones')}
        name="participants"
      />
      <Checkbox
        label={say('group.approval')}
        description={say('group.approvalHelp')}
        checked={joinApproval}
        onChange={(event) => setJoinApproval(event.currentTarget.checked)}
      />
    </DeskForm>
  )
}

/** The groups, with those that were deleted, which can't be deleted again. */
export function GroupsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = {
    ...removal(may('groups.remove'), 'group.removeWhy', (row) => api.groups.remove(row)),
    name: say('group.remove'),
    isFor: ({ status }: Group) => status !== 'deleting' && status !== 'deleted',
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
      bulk={useBulk(['groups'], [remove])}
    />
  )
}

const countColumn = (name: keyof Group['participants']): Column<Group> => ({
  name: say(`group.${name}`),
  cell: ({ participants }) => participants[name],
  isNumber: true,
  by: ({ participants }) => participants[name],
})

const columns = (): Column<Group>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name }) => <PlaceLink to={`groups/${id}`}>{name}</PlaceLink>,
    by: ({ name }) => name,
  },
  {
    name: say('word.status'),
    cell: ({ status }) => <Status tone={groupTones[status]} text={say(`group.status.${status}`)} />,
  },
  countColumn('joined'),
  countColumn('invited'),
  countColumn('requested'),
  { name: say('group.createdAt'), cell: ({ createdAt }) => fullMoment(createdAt), by: ({ createdAt }) => createdAt },
]
