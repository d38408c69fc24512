import type { Channel, ChannelsCreateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { segmentsQuery } from '../../api/lists.ts'
import { useAction } from '../../api/use-action.ts'
import { NumberField, useNumber } from '../../messages/number-field.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

/** Creates a channel, for the segment in the URL if there is one, and shows it. */
export function ChannelForm() {
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const choice = useNumber()
  const { fields, bind } = useFields({ name: '' })
  const { segment: asked = '' } = useSearch({ strict: false })
  const [segment, setSegment] = useState(asked)
  const create = useAction({
    run: (input: ChannelsCreateInput) => api.channels.create(input),
    changes: [['channels', workspace]],
    done: ({ name }) => say('channel.created', { name }),
    isOfForm: true,
  })
  const { number } = choice
  const show = ({ id }: Channel) => void navigate({ href: `/${workspace}/broadcasts/${id}` })
  const submit = () => {
    const input = { name: fields.name.trim(), number, ...(segment ? { segment } : {}) }
    // Don't navigate if the person left the page before the response.
    create.mutate(input, { onSuccess: show })
  }
  return (
    <DeskForm
      operation="channels.create"
      submitName={say('channel.create')}
      isBusy={create.isPending}
      error={create.error}
      isDisabled={number === ''}
      onSubmit={submit}
    >
      <TextField label={say('channel.name')} data-autofocus {...bind('name')} />
      <NumberField name="number" choice={choice} />
      <AudienceField segment={segment} onChange={setSegment} />
    </DeskForm>
  )
}

function AudienceField({ segment, onChange }: { segment: string; onChange: (segment: string) => void }) {
  const segments = useQuery(segmentsQuery(useWorkspaceId())).data ?? []
  const named = segments.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectField
      name="segment"
      label={say('channel.audience')}
      data={[{ value: '', label: say('channel.ofSubscribers') }, ...named]}
      value={segment}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
