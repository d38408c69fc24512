import { Button, Checkbox, TextInput } from '@mantine/core'
import type { Replay } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment, localTime } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { replaysQuery } from './data.ts'
import styles from './webhooks.module.css'

/** Posts events of the past again, and shows how far replays are. */
export function Replays({ webhook }: { webhook: string }) {
  const query = useQuery(replaysQuery(useWorkspaceId(), webhook))
  const may = useMay()
  return (
    <>
      {may('replays.create') && <ReplayForm webhook={webhook} />}
      <Panel title={say('webhook.replays')}>
        <Loaded query={query}>
          {(replays) =>
            replays.length === 0 ? (
              <Empty title={say('replay.none')}>{say('replay.noneWhy')}</Empty>
            ) : (
              <Rows label={say('webhook.replays')} columns={columns()} rows={replays} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

function ReplayForm({ webhook }: { webhook: string }) {
  const workspace = useWorkspaceId()
  const { fields, bind } = useFields({ from: localTime(Date.now() - 3_600_000), to: '' })
  const [onlyFailed, setOnlyFailed] = useState(true)
  const begin = useAction({
    run: () => {
      const to = fields.to === '' ? {} : { to: new Date(fields.to).toISOString() }
      return api.replays.create({ id: webhook, from: new Date(fields.from).toISOString(), ...to, onlyFailed })
    },
    changes: [['webhooks', workspace, webhook]],
    done: () => say('replay.begun'),
  })
  const submit = () => begin.mutate(undefined)
  return (
    <Panel title={say('replay.new')}>
      <DeskForm submitName={say('replay.begin')} isBusy={begin.isPending} onSubmit={submit}>
        <div className={styles.pair}>
          <TextInput label={say('replay.from')} type="datetime-local" required withAsterisk={false} {...bind('from')} />
          <TextInput label={say('replay.to')} type="datetime-local" {...bind('to')} />
        </div>
        <Checkbox
          label={say('replay.onlyFailed')}
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
      </DeskForm>
    </Panel>
  )
}

const tones: Readonly<Record<Replay['state'], Tone>> = { running: 'warn', finished: 'good', stopped: 'quiet' }

const columns = (): Column<Replay>[] => [
  { name: say('replay.from'), cell: ({ from }) => fullMoment(from) },
  { name: say('replay.to'), cell: ({ to }) => fullMoment(to) },
  { name: say('webhook.state'), cell: ({ state }) => <State tone={tones[state]} text={say(`replay.${state}`)} /> },
  { name: say('replay.queued'), cell: ({ queued }) => queued.toLocaleString(), isNumber: true },
  { name: '', cell: (replay) => <StopButton replay={replay} /> },
]

function StopButton({ replay }: { replay: Replay }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const stop = useAction({
    run: () => api.replays.stop({ id: replay.webhook, replay: replay.id }),
    changes: [['webhooks', workspace, replay.webhook]],
  })
  if (replay.state !== 'running' || !may('replays.stop')) return null
  return (
    <Button variant="default" size="compact-xs" onClick={() => stop.mutate(undefined)}>
      {say('replay.stop')}
    </Button>
  )
}
