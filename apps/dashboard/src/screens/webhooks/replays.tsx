import { Button } from '@mantine/core'
import type { Replay } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, useAction } from '../../api/api.ts'
import { Empty, Loaded, Panel, PlaceLink, Status, type Tone } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { replaysQuery } from './data.ts'
import { placeOf } from './range.ts'
import styles from './timeline.module.css'

/** A webhook's newest 20 replays. New replays are started in the timeline. */
export function Replays({ webhookId }: { webhookId: string }) {
  const query = useQuery(replaysQuery(useWorkspaceId(), webhookId))
  const mayCreate = useMay()('replays.create')
  const link = mayCreate && <PlaceLink to={`developer/webhooks/${webhookId}/timeline`}>{say('replay.new')}</PlaceLink>
  return (
    <Panel title={say('webhook.replays')} actions={link}>
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
  )
}

const tones: Readonly<Record<Replay['status'], Tone>> = { running: 'warn', finished: 'good', stopped: 'quiet' }

const columns = (): Column<Replay>[] => [
  { name: say('replay.from'), cell: ({ from }) => fullMoment(from) },
  { name: say('replay.to'), cell: ({ to }) => fullMoment(to) },
  { name: say('webhook.status'), cell: ({ status }) => <Status tone={tones[status]} text={say(`replay.${status}`)} /> },
  { name: say('replay.answers'), cell: resultOf },
  { name: '', cell: (replay) => <StopButton replay={replay} /> },
]

/** Returns how many of a replay's deliveries have been attempted. Some may be attempted again. */
function attemptedOf({ now }: Replay): number {
  return now.ok + now.refused + now.silent
}

/** Returns in words how many of a replay's deliveries succeeded. */
function resultOf(replay: Replay): string {
  if (replay.queued === 0 && replay.status !== 'running') return say('replay.nothing')
  return say('replay.result', { ok: replay.now.ok, count: replay.queued })
}

/**
 * A replay's progress, and which events it delivered that had failed before. The progress is the share of the range whose events are
 * queued, times the share of those that were attempted.
 */
export function ReplayResult({ replay }: { replay: Replay }) {
  const { from, to, position, queued, before, now, fixed, broken, status, speed } = replay
  const answered = attemptedOf(replay)
  const isOpen = status === 'running' || answered < queued
  const reached = placeOf({ fromMs: Date.parse(from), toMs: Date.parse(to) }, Date.parse(position))
  const done = queued === 0 ? reached : reached * (answered / queued)
  return (
    <section aria-label={say('replay.last')}>
      <p className={styles.note}>
        {say('replay.of', { from: fullMoment(from), to: fullMoment(to), status: say(`replay.${status}`) })}{' '}
        {speed !== null && say('replay.pace', { speed })}
      </p>
      {isOpen && (
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

function StopButton({ replay }: { replay: Replay }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const stop = useAction({
    run: () => api.replays.stop({ id: replay.webhook, replay: replay.id }),
    changes: [['webhooks', workspace, replay.webhook]],
  })
  if (replay.status !== 'running' || !may('replays.stop')) return null
  return (
    <Button variant="default" size="compact-xs" onClick={() => stop.mutate(undefined)}>
      {say('replay.stop')}
    </Button>
  )
}
