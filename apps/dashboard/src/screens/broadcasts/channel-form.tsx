import { ApiError, type Channel, type ChannelsCreateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, segmentsQuery, useKeyed } from '../../api/api.ts'
import { NumberField, useNumber } from '../../messages/fields.tsx'
import { DeskForm, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { useAction, useOpenPlace } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

const pauseMs = 1_000
const patienceMs = 60_000

type Attempts = {
  create: (input: ChannelsCreateInput) => Promise<Channel>
  signal: AbortSignal
  onWait: () => void
}

/**
 * Creates a channel. A new segment is unknown to broadcasts until they have caught up with what happened before, such as a large import:
 * waits for it, and calls `onWait`. Gives up after a minute, or when the form is closed.
 */
async function createOnceKnown(input: ChannelsCreateInput, { create, signal, onWait }: Attempts) {
  const endsAtMs = Date.now() + patienceMs
  for (;;) {
    try {
      return await create(input)
    } catch (error) {
      const { segment } = input
      if (!(error instanceof ApiError && error.errorCode === 'segment:not_found') || !segment) throw error
      // Fails if the segment was deleted.
      await api.segments.get({ id: segment })
      onWait()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (signal.aborted || Date.now() > endsAtMs) throw new Error(say('channel.segmentNotReady'))
    }
  }
}

/** Returns a signal that aborts when the component is gone, so that nothing waits for a form that was closed. */
function useUnmountSignal(): AbortSignal {
  const { current: controller } = useRef(new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  return controller.signal
}

/** Form that creates a channel, and then shows it. If a link names a segment, starts with that one as the audience. */
export function ChannelForm() {
  const openPlace = useOpenPlace()
  const choice = useNumber()
  const { segment: asked = '' } = useSearch({ strict: false })
  const { fields, bind } = useFields({ name: '', segment: asked })
  const segments = useQuery(segmentsQuery(useWorkspaceId())).data ?? []
  const [isWaiting, setWaiting] = useState(false)
  const signal = useUnmountSignal()
  const send = useKeyed(api.channels.create)
  const create = useAction({
    run: (input: ChannelsCreateInput) =>
      createOnceKnown(input, { create: send, signal, onWait: () => setWaiting(true) }),
    changes: ['channels'],
    done: ({ name }) => say('channel.created', { name }),
    isOfForm: true,
  })
  const { number } = choice
  // A segment already has people, so the first post comes next. Subscribers have to be added first.
  const show = ({ id, segment: audience }: Channel) =>
    openPlace(`broadcasts/${id}${audience === null ? '' : '?open=new'}`)
  const submit = () => {
    const input = { name: fields.name.trim(), number, ...(fields.segment ? { segment: fields.segment } : {}) }
    // Don't navigate if the person left the page before the response.
    create.mutate(input, { onSuccess: show })
  }
  return (
    <DeskForm
      operation="channels.create"
      submitName={say('channel.create')}
      action={create}
      isDisabled={number === ''}
      onSubmit={submit}
    >
      <TextField label={say('word.name')} data-autofocus {...bind('name')} />
      <NumberField name="number" choice={choice} />
      <SelectField
        label={say('channel.audience')}
        data={[
          { value: '', label: say('subscriber.list') },
          ...segments.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...bind('segment')}
      />
      {isWaiting && create.isPending && <p role="status">{say('channel.segmentAwaited')}</p>}
    </DeskForm>
  )
}
