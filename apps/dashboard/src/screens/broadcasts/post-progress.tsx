import type { Channel, Post } from '@posthorn/sdk'
import { api } from '../../api/api.ts'
import { StopPost } from '../../messages/stop-post.tsx'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { ActionButton, PlaceLink, Status, type Tone, useAction } from '../../parts/page.tsx'
import { errorName, ranked } from '../../parts/problem.tsx'
import { useMay } from '../../session/session.ts'
import { fullMoment, numberText, percentText, say } from '../../words/words.ts'
import styles from './broadcasts.module.css'
import { RecipientsOfTested, sayWhoGetsIt, useAudienceCount } from './recipients.tsx'
import { resultsOf } from './results.ts'

/** Bars for how many people a post reached, step by step. */
function PostResults({ name, counts }: { name: string; counts: Post['counts'] }) {
  return (
    <table className={styles.results} aria-label={say('post.results', { name })}>
      <tbody>
        {resultsOf(counts).map(({ step, count, share }) => (
          <tr key={step} data-step={step}>
            <th scope="row">{say(`post.step.${step}`)}</th>
            <td className={styles.track} aria-hidden="true">
              <span style={{ width: count === 0 ? 0 : `max(2px, ${share * 100}%)` }} />
            </td>
            <td>{numberText(count)}</td>
            <td>{percentText(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const tones: Readonly<Record<Post['status'], Tone>> = {
  scheduled: 'quiet',
  testing: 'warn',
  gathering: 'good',
  posting: 'good',
  paused: 'warn',
  stopping: 'warn',
  stopped: 'quiet',
  posted: 'good',
}

/** Outcomes that the bars don't include. */
const outcomes = ['waiting', 'queued', 'canceled', 'optedOut', 'unsubscribed'] as const

/** A post with its status, buttons and counts. Its name links to its messages once there are recipients. */
export function PostProgress({ channel, post }: { channel: Channel; post: Post }) {
  const { status, message, template, counts, createdAt, deliverAt } = post
  const left = counts.waiting + counts.queued
  const done = counts.total === 0 ? 0 : ((counts.total - left) / counts.total) * 100
  const name = message ?? template ?? post.type
  const isBefore = status === 'scheduled' || status === 'testing'
  const hasEnded = status === 'stopped' || status === 'posted'
  return (
    <article className={styles.post}>
      <header>
        <b>{counts.total > 0 ? <PlaceLink to={placeOf(post)}>{name}</PlaceLink> : name}</b>
        <Status tone={tones[status]} text={say(`post.${status}`)} />
        <span className={styles.buttons}>
          <PostButtons {...{ channel, post }} />
        </span>
      </header>
      {!isBefore && !hasEnded && <progress max={100} value={done} aria-label={say('post.progress', { name })} />}
      {counts.total > 0 && <PostResults {...{ name, counts }} />}
      {counts.failed > 0 && <Failures post={post} />}
      <ul>
        {counts.total > 0 && <li>{say('post.total', { count: counts.total })}</li>}
        {outcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>{say(`post.count.${outcome}`, { count: counts[outcome] })}</li>
          ))}
      </ul>
      <small>
        {isBefore && deliverAt !== null
          ? say('post.sendsAt', { time: fullMoment(deliverAt) })
          : fullMoment(deliverAt ?? createdAt)}
      </small>
    </article>
  )
}

const placeOf = ({ id, channel }: Post) => `broadcasts/${channel}/${id}`

/** Why the post failed for some people, and a link to their messages. */
function Failures({ post }: { post: Post }) {
  return (
    <div className={styles.failures}>
      <ul aria-label={say('post.failures')}>
        {ranked(post.errors).map(({ name, count }) => (
          <li key={name} title={name}>
            {say('post.failure', { reason: errorName(name) ?? name, count })}
          </li>
        ))}
      </ul>
      <PlaceLink to={placeOf(post)} search={{ status: 'failed' }}>
        {say('post.showFailed')}
      </PlaceLink>
    </div>
  )
}

/** Buttons that pause, resume or stop a post. A paused post resumes at once. After a test, the person is asked: everyone else gets the post. */
function PostButtons({ channel, post }: { channel: Channel; post: Post }) {
  const may = useMay()
  const input = { id: post.id }
  const changes = ['channels']
  const pause = useAction({ run: () => api.posts.pause(input), changes })
  const resume = useAction({ run: () => api.posts.resume(input), changes })
  const { status } = post
  const isSending = status === 'posting' || status === 'gathering'
  const waits = status === 'paused' || status === 'testing'
  return (
    <>
      {isSending && may('posts.pause') && <ActionButton action={pause} size="compact-sm" name={say('word.pause')} />}
      {status === 'testing' && may('posts.resume') && <ReleaseButton {...{ channel, post }} />}
      {status === 'paused' && may('posts.resume') && (
        <ActionButton action={resume} variant="filled" size="compact-sm" name={say('word.resume')} />
      )}
      {(isSending || waits || status === 'scheduled') && may('posts.stop') && (
        <StopPost post={post} size="compact-sm" />
      )}
    </>
  )
}

/** Button that releases a tested post. First shows how many people will get it, and some of their messages. */
function ReleaseButton({ channel, post }: { channel: Channel; post: Post }) {
  const count = useAudienceCount(channel)
  const text = (
    <>
      <p>
        {sayWhoGetsIt(count, post.deliverAt)} {say('post.final')}
      </p>
      <RecipientsOfTested {...{ channel, post }} />
    </>
  )
  return (
    <ConfirmButton
      name={say('post.toAll')}
      text={text}
      run={() => api.posts.resume({ id: post.id })}
      changes={['channels']}
      isGrave={false}
      button={{ variant: 'filled' }}
    />
  )
}
