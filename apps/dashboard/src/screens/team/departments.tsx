import type { Department } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, departmentsQuery, teamQuery, useKeyed } from '../../api/api.ts'
import { removal, useBulk, useBulkRows } from '../../parts/bulk.tsx'
import { useChanges, useOverwriteCheck } from '../../parts/changes.ts'
import { ChecksField } from '../../parts/choice-fields.tsx'
import { DeskForm, TextField, useFields } from '../../parts/form.tsx'
import { FormButton, FormDrawer } from '../../parts/form-drawer.tsx'
import { useSave } from '../../parts/page.tsx'
import { ListPanel, useOpenRow } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useSearchText } from '../../parts/search-text.ts'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

type Team = readonly { id: string; name: string }[]

/** The team's departments. Automations assign chats to a department's members in turn. */
export function Departments() {
  const may = useMay()
  const query = useQuery(departmentsQuery(useWorkspaceId()))
  const { data: team } = useQuery(teamQuery(useWorkspaceId()))
  const [open, setOpen] = useSearchText('open')
  const mayUpdate = may('departments.update')
  const row = useOpenRow(query.data ?? [], open)
  const edited = mayUpdate ? row : undefined
  const onDone = () => setOpen(undefined)
  const remove = removal(may('departments.remove'), 'department.removeWhy', (row) => api.departments.remove(row))
  const actions = useBulk(['departments'], [remove])
  const { bar, selection } = useBulkRows(query.data ?? [], { actions, nameOf: ({ name }) => name })
  const button = may('departments.create') && (
    <FormButton
      name={say('department.new')}
      open="new-department"
      form={(onDone) => <DepartmentForm department={undefined} team={team} onDone={onDone} />}
    />
  )
  return (
    <ListPanel
      query={query}
      empty={say('department.none')}
      label={say('department.title')}
      columns={columns(team ?? [])}
      keyOf={({ id }) => id}
      onOpen={mayUpdate ? ({ id }) => setOpen(id) : undefined}
      selection={selection}
      actions={button}
    >
      <p>{say('department.lead')}</p>
      {bar}
      {edited && (
        <FormDrawer key={open} title={edited.name} onClose={onDone}>
          <DepartmentForm department={edited} team={team} onDone={onDone} />
        </FormDrawer>
      )}
    </ListPanel>
  )
}

const columns = (team: Team): Column<Department>[] => [
  { name: say('word.name'), cell: ({ name }) => name },
  {
    name: say('word.members'),
    cell: ({ members }) => members.flatMap((id) => team.find((each) => each.id === id)?.name ?? []).join(', '),
  },
]

type FormProps = { department: Department | undefined; team: Team | undefined; onDone: () => void }

/** Form that creates a department, or changes the given one. Warns once before it overwrites members that a colleague changed. */
function DepartmentForm({ department, team, onDone }: FormProps) {
  const { fields, bind } = useFields({ name: department?.name ?? '' })
  const [members, setMembers] = useState<string[]>(department?.members ?? [])
  const input = { name: fields.name.trim(), members }
  const [changes] = useChanges(input)
  const checkOverwrite = useOverwriteCheck({ members })
  const update = async (id: string) => {
    await checkOverwrite(changes, async () => await api.departments.get({ id }))
    return api.departments.update({ id, ...changes })
  }
  const create = useKeyed(api.departments.create)
  const save = useSave(['departments'], () => (department ? update(department.id) : create(input)))
  return (
    <DeskForm
      operation="departments.create"
      action={save}
      changes={department && changes}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
    >
      <TextField label={say('word.name')} data-autofocus {...bind('name')} />
      <ChecksField name="members" label={say('word.members')} choices={team} chosen={members} onChange={setMembers} />
    </DeskForm>
  )
}
