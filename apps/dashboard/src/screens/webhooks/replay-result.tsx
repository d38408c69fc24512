import type { Replay } from '@posthorn/sdk'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { placeOf } from './range.ts'
import { StopButton } from './stop-button.tsx'
import styles from './timeline.module.css'

/** Returns how many deliveries of a replay have ended. */
export function answeredOf({ now }: Replay): number {
  return now.ok + now.refused + now.silent
}

/** Returns the replay's result in a sentence. */
export function resultOf(replay: Replay): string {
  if (replay.queued === 0 && replay.status !== 'running') return say('replay.nothing')
  return say('replay.result', { ok: replay.now.ok, count: replay.queued })
}

/** A replay: its progress, and its responses compared with the previous ones. */
export function ReplayResult({ replay }: { replay: Replay }) {
  const { from, to, position, queued, before, now, fixed, broken, status, speed } = replay
  const answered = answeredOf(replay)
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
