import type { Message } from '../../../api/kinds.ts'
import { say } from '../../../words/say.ts'
import styles from './bubble.module.css'

export function Choices({ message }: { message: Message }) {
  return (
    <>
      {message.poll && <Poll poll={message.poll} />}
      {message.buttons && <Buttons message={message} />}
      {message.list && <List message={message} />}
    </>
  )
}

function Poll({ poll }: { poll: NonNullable<Message['poll']> }) {
  const votesOf = (option: string) => poll.tally?.find((each) => each.option === option)?.votes ?? 0
  const most = Math.max(1, ...poll.options.map(votesOf))
  return (
    <div className={styles.poll}>
      <b>{poll.name}</b>
      {poll.options.map((option) => (
        <div key={option} className={styles.option}>
          <span>{option}</span>
          <span>{votesOf(option)}</span>
          <span className={styles.bar} style={{ width: `${(votesOf(option) / most) * 100}%` }} />
        </div>
      ))}
      <span className={styles.quiet}>{say('message.voters', { count: poll.voters ?? 0 })}</span>
    </div>
  )
}

const answeredBy = ({ answers }: Message) => new Set(answers.map(({ id, text }) => id ?? text))

function Buttons({ message }: { message: Message }) {
  const answered = answeredBy(message)
  return (
    <div className={styles.buttons}>
      {(message.buttons ?? []).map((button) => {
        const { text, id } = button as { text?: string; id?: string }
        return (
          <span
            key={id ?? text}
            className={styles.button}
            data-chosen={answered.has(id ?? text ?? null) || answered.has(text ?? null) ? '' : undefined}
          >
            {text}
          </span>
        )
      })}
    </div>
  )
}

type Row = { id?: string; title: string; description?: string }

function List({ message }: { message: Message }) {
  const answered = answeredBy(message)
  const { sections = [] } = message.list as unknown as { sections?: { title?: string; rows: Row[] }[] }
  return (
    <div className={styles.buttons}>
      {sections
        .flatMap(({ rows }) => rows)
        .map(({ id, title, description }) => (
          <span key={id ?? title} className={styles.button} data-chosen={answered.has(id ?? title) ? '' : undefined}>
            {title}
            {description && <span className={styles.quiet}> {description}</span>}
          </span>
        ))}
    </div>
  )
}
