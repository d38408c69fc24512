import { Checkbox } from '@mantine/core'
import type { GroupsCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { NumberField, useNumber } from '../../messages/number-field.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextAreaField, TextField, useFields } from '../../parts/fields.tsx'
import { phonesOf } from '../../parts/phones.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

export function NewGroupForm() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const choice = useNumber()
  const [joinApproval, setJoinApproval] = useState(false)
  const { fields, bind } = useFields({ name: '', description: '', phones: '' })
  const create = useMutation({
    mutationFn: (input: GroupsCreateInput) => api.groups.create(input),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['groups', workspace] })
      await navigate({ href: `/${workspace}/groups/${id}` })
    },
  })
  const submit = () => {
    const [description, participants] = [fields.description.trim(), phonesOf(fields.phones)]
    create.mutate({
      number: choice.number,
      name: fields.name.trim(),
      joinApproval,
      ...(description ? { description } : {}),
      ...(participants.length > 0 ? { participants } : {}),
    })
  }
  return (
    <DeskForm
      operation="groups.create"
      submitName={say('group.create')}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
    >
      <NumberField name="number" choice={choice} />
      <TextField label={say('group.name')} data-autofocus {...bind('name')} />
      <TextAreaField label={say('group.description')} rows={2} {...bind('description')} />
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
