import { Button } from '@mantine/core'
import type { Department } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { departmentsQuery, teamQuery } from '../../api/lists.ts'
import { useAction } from '../../api/queries.ts'
import { ChecksField } from '../../parts/checks-field.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Empty } from '../../parts/empty.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

type Team = readonly { id: string; name: string }[]

/** The team's departments. Automations assign chats to a department's members in turn. */
export function Departments() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const [edited, setEdited] = useState<Department>()
  const { data: team = [] } = useQuery(teamQuery(workspace))
  return (
    <>
      <Panel title={say('department.title')}>
        <p>{say('department.lead')}</p>
        <Loaded query={useQuery(departmentsQuery(workspace))}>
          {(departments) =>
            departments.length === 0 ? (
              <Empty title={say('department.none')} />
            ) : (
              <Rows
                label={say('department.title')}
                columns={columns(team, setEdited)}
                rows={departments}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Panel>
      {may('departments.create') && (
        <DepartmentForm key={edited?.id ?? 'new'} department={edited} team={team} onDone={() => setEdited(undefined)} />
      )}
    </>
  )
}

const columns = (team: Team, onEdit: (department: Department) => void): Column<Department>[] => [
  {
    name: say('about.name'),
    cell: (department) => (
      <Button variant="subtle" size="compact-sm" onClick={() => onEdit(department)}>
        {department.name}
      </Button>
    ),
  },
  {
    name: say('department.members'),
    cell: ({ members }) => members.flatMap((id) => team.find((each) => each.id === id)?.name ?? []).join(', '),
  },
  { name: '', cell: (department) => <RemoveButton department={department} /> },
]

function RemoveButton({ department: { id, name } }: { department: Department }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = useAction({ run: () => api.departments.remove({ id }), changes: [['departments', workspace]] })
  if (!may('departments.remove')) return null
  return (
    <ConfirmButton
      name={say('reply.remove')}
      text={say('department.removeWhy', { name })}
      run={() => remove.mutateAsync(undefined)}
      button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
    />
  )
}

type FormProps = { department: Department | undefined; team: Team; onDone: () => void }

function DepartmentForm({ department, team, onDone }: FormProps) {
  const workspace = useWorkspaceId()
  const [name, setName] = useState(department?.name ?? '')
  const [members, setMembers] = useState<string[]>(department?.members ?? [])
  const save = useAction({
    run: () => {
      const input = { name: name.trim(), members }
      return department ? api.departments.update({ id: department.id, ...input }) : api.departments.create(input)
    },
    changes: [['departments', workspace]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const clear = () => {
    setName('')
    setMembers([])
    onDone()
  }
  const cancel = department && (
    <Button variant="default" onClick={onDone}>
      {say('desk.cancel')}
    </Button>
  )
  return (
    <Panel title={department ? department.name : say('department.new')}>
      <DeskForm
        operation="departments.create"
        submitName={say('desk.save')}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={() => save.mutate(undefined, { onSuccess: clear })}
        more={cancel}
      >
        <TextField
          name="name"
          label={say('about.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ChecksField
          name="members"
          label={say('department.members')}
          choices={team}
          chosen={members}
          isReadOnly={false}
          onChange={setMembers}
        />
      </DeskForm>
    </Panel>
  )
}
