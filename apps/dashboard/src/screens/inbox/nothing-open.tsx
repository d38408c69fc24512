import { Icon } from '../../parts/icon.tsx'
import { say } from '../../words/say.ts'
import styles from './inbox.module.css'

const keys = [
  ['j k', 'inbox.keyMove'],
  ['Enter', 'inbox.keyOpen'],
  ['r', 'inbox.keyReply'],
  ['n', 'inbox.keyNote'],
  ['e', 'inbox.keyResolve'],
  ['a', 'inbox.keyMine'],
  ['x', 'inbox.keySelect'],
  ['/', 'inbox.keySearch'],
  ['Ctrl K', 'inbox.keyAll'],
] as const

/** The place of the conversation while no chat is open: the keys. */
export function NothingOpen() {
  return (
    <section className={styles.nothing}>
      <Icon name="inbox" size={36} />
      <p>{say('inbox.choose')}</p>
      <dl className={styles.keys}>
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
