import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import type { Replay, Webhook } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, useKeyed } from '../../api/api.ts'
import { ActionButton, CodeBlock, CopyButton, Loaded, Panel, PlaceLink, Status, useAction } from '../../parts/page.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, localSecond, say } from '../../words/words.ts'
import { attemptedOf, isOpen, replayCountQuery, replayStatusOf, replaysQuery, timesOf } from './data.ts'
import { placeIn, type TimeRange } from './range.ts'
import styles from './timeline.module.css'

type RangeFormProps = {
  webhook: Webhook
  chosen: TimeRange | undefined
  onChoose: (range: TimeRange) => void
  onZoom: () => void
}

const speeds = ['', '1', '2', '5', '10', '100'] as const

/** The selected range: its ends, what a replay of it would deliver, buttons that replay, rehearse or zoom in, and the latest replay. */
export function RangeForm({ webhook, chosen, onChoose, onZoom }: RangeFormProps) {
  const workspace = useWorkspaceId()
  const [speed, setSpeed] = useState('')
  const count = useQuery({ ...replayCountQuery(workspace, webhook.id, chosen), placeholderData: keepPreviousData })
  const last = useQuery(replaysQuery(workspace, webhook.id)).data?.[0]
  const events = (chosen && count.data?.events) ?? 0
  const undelivered = (count.data?.failed ?? 0) + (count.data?.waiting ?? 0)
  return (
    <Panel title={say('timeline.range')}>
      <div className={styles.range}>
        <EndField name="from" chosen={chosen} onChoose={onChoose} />
        <EndField name="to" chosen={chosen} onChoose={onChoose} />
        <NativeSelect
          label={say('timeline.speed')}
          data={speeds.map((each) => ({ value: each, label: speedName(each) }))}
          value={speed}
          onChange={(event) => setSpeed(event.currentTarget.value)}
        />
      </div>
      {chosen ? (
        <Loaded query={count}>
          {(found) => (
            <p className={styles.counted} role="status">
              {say('timeline.counted', { count: found.events, failed: undelivered })}
            </p>
          )}
        </Loaded>
      ) : (
        <p className={styles.counted}>{say('timeline.choose')}</p>
      )}
      <div className={styles.buttons}>
        <ReplayButtons {...{ webhook, chosen, speed, undelivered, events }} />
        <RehearseButton webhookId={webhook.id} chosen={chosen} speed={speed} />
        <Button variant="default" disabled={chosen === undefined} onClick={onZoom}>
          {say('timeline.zoom')}
        </Button>
      </div>
      {last && <ReplayResult replay={last} webhook={webhook} />}
    </Panel>
  )
}

type ButtonProps = Pick<RangeFormProps, 'webhook' | 'chosen'> & { speed: string; events: number; undelivered: number }

/**
 * Buttons that replay all events of the range, or only those whose delivery failed or still waits: once, also if a button is pressed again
 * after a lost response.
 */
function ReplayButtons({ webhook, chosen, speed, events, undelivered }: ButtonProps) {
  const mayCreate = useMay()('replays.create')
  const create = useKeyed(api.replays.create, true)
  const replay = useAction({
    run: ({ range, onlyFailed }: { range: TimeRange; onlyFailed: boolean }) =>
      create({ id: webhook.id, ...timesOf(range), ...paceOf(speed), onlyFailed, withWaiting: true }),
    changes: ['webhooks'],
    done: () => say('replay.begun'),
  })
  const button = (onlyFailed: boolean, count: number) => (
    <Button
      variant={onlyFailed ? 'filled' : 'default'}
      disabled={events === 0 || count === 0}
      loading={replay.isPending && replay.variables.onlyFailed === onlyFailed}
      onClick={() => chosen && replay.mutate({ range: chosen, onlyFailed })}
    >
      {say(onlyFailed ? 'timeline.replayFailed' : 'timeline.replayAll')}
    </Button>
  )
  if (!mayCreate) return null
  return (
    <>
      {button(true, undelivered)}
      {button(false, events)}
    </>
  )
}

const speedName = (speed: string) => (speed === '' ? say('timeline.fast') : say('timeline.times', { speed }))
/** Returns the replay's speed, where 1 is the speed of the events themselves. Without it, the replay is as fast as possible. */
const paceOf = (speed: string) => (speed === '' ? {} : { speed: Number(speed) })

type EndProps = { name: 'from' | 'to'; chosen: TimeRange | undefined; onChoose: (range: TimeRange) => void }

/**
 * A time field. Keeps the typed text until it is a valid time, or the person leaves the field: a replay has the range that is shown. Without
 * a range, the other end is a minute away.
 */
function EndField({ name, chosen, onChoose }: EndProps) {
  const known = chosen === undefined ? '' : localSecond(name === 'from' ? chosen.fromMs : chosen.toMs)
  const [text, setText] = useState(known)
  useEffect(() => setText(known), [known])
  const change = (value: string) => {
    setText(value)
    const ms = new Date(value).getTime()
    if (Number.isNaN(ms)) return
    const other = { fromMs: chosen?.fromMs ?? ms - 60_000, toMs: chosen?.toMs ?? ms + 60_000 }
    const range = name === 'from' ? { ...other, fromMs: ms } : { ...other, toMs: ms }
    if (range.fromMs < range.toMs) onChoose(range)
  }
  return (
    <TextInput
      label={say(`replay.${name}`)}
      type="datetime-local"
      step={1}
      value={text}
      error={text !== known}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setText(known)}
    />
  )
}

type RehearseButtonProps = { webhookId: string; chosen: TimeRange | undefined; speed: string }

/** Shows the command that posts the range's events to a local program. The webhook isn't affected. */
function RehearseButton({ webhookId, chosen, speed }: RehearseButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const command = chosen ? commandOf(webhookId, chosen, speed) : ''
  return (
    <>
      <Button variant="default" disabled={chosen === undefined} onClick={() => setOpen(true)}>
        {say('timeline.rehearse')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say('timeline.rehearse')} size="lg">
        <p>{say('rehearsal.how')}</p>
        <CodeBlock label={say('rehearsal.command')} text={command} />
        <p>
          <CopyButton text={command} />
        </p>
        <p>{say('rehearsal.counts')}</p>
      </Modal>
    </>
  )
}

/** Returns the command that posts the events of the range to a local program. */
function commandOf(webhookId: string, range: TimeRange, speed: string): string {
  const { from, to } = timesOf(range)
  const pace = speed === '' ? '' : ` --speed ${speed}`
  return `posthorn listen --forward http://localhost:3000/webhook --rehearse ${webhookId} --from ${from} --to ${to}${pace}`
}

/** A webhook's newest 20 replays. New replays are started in the timeline. */
export function Replays({ webhook }: { webhook: Webhook }) {
  const query = useQuery(replaysQuery(useWorkspaceId(), webhook.id))
  const mayCreate = useMay()('replays.create')
  const link = mayCreate && <PlaceLink to={`developer/webhooks/${webhook.id}/timeline`}>{say('replay.new')}</PlaceLink>
  return (
    <ListPanel
      query={query}
      empty={say('replay.none')}
      emptyWhy={say('replay.noneWhy')}
      label={say('webhook.replays')}
      columns={columns(webhook)}
      keyOf={({ id }) => id}
      actions={link}
    />
  )
}

const columns = (webhook: Webhook): Column<Replay>[] => [
  { name: say('replay.from'), cell: ({ from }) => fullMoment(from) },
  { name: say('replay.to'), cell: ({ to }) => fullMoment(to) },
  { name: say('word.status'), cell: (replay) => <Status {...replayStatusOf(replay, webhook)} /> },
  { name: say('replay.answers'), cell: resultOf },
  { name: '', cell: (replay) => <StopButton replay={replay} /> },
]

/** Returns in words how many of a replay's deliveries succeeded, or that it had none; empty until that is known. */
function resultOf({ status, queued, now }: Replay): string {
  if (queued > 0) return say('replay.result', { ok: now.ok, count: queued })
  return status === 'running' ? '' : say('replay.nothing')
}

/**
 * A replay's progress, and how many of its events succeeded and failed before and now. The progress is the share of the range whose events
 * are queued, times the share of those that were attempted.
 */
function ReplayResult({ replay, webhook }: { replay: Replay; webhook: Webhook }) {
  const { from, to, position, queued, before, now, fixed, broken, speed } = replay
  const answered = attemptedOf(replay)
  const reached = placeIn({ fromMs: Date.parse(from), toMs: Date.parse(to) }, Date.parse(position))
  const done = queued === 0 ? reached : reached * (answered / queued)
  return (
    <section aria-label={say('replay.last')}>
      <p className={styles.note}>
        {say('replay.of', { from: fullMoment(from), to: fullMoment(to), status: replayStatusOf(replay, webhook).text })}{' '}
        {speed !== null && say('replay.pace', { speed })}
      </p>
      {isOpen(replay) && (
        <progress
          className={styles.progress}
          aria-label={say('replay.progress')}
          value={Math.round(done * 100)}
          max={100}
        />
      )}
      <p className={styles.result} role="status">
        {resultOf(replay)}
      </p>
      {queued > 0 && (
        <>
          <p className={styles.note}>{say('replay.before', before)}</p>
          <p className={styles.note}>{say('replay.now', { ...now, open: queued - answered })}</p>
          <p className={styles.note}>{say('replay.changed', { fixed, broken })}</p>
        </>
      )}
      <StopButton replay={replay} />
    </section>
  )
}

/** Button that stops a replay that still queues events. What it has queued is still delivered. */
function StopButton({ replay }: { replay: Replay }) {
  const may = useMay()
  const stop = useAction({
    run: () => api.replays.stop({ id: replay.webhook, replay: replay.id }),
    changes: ['webhooks'],
  })
  if (replay.status !== 'running' || !may('replays.stop')) return null
  return <ActionButton action={stop} size="compact-xs" name={say('word.stop')} />
}
