import type { Post } from '@posthorn/sdk'
import { language, say } from '../../words/say.ts'
import styles from './broadcasts.module.css'
import { resultsOf } from './results.ts'

/** How many people a post has reached, each step with a bar. */
export function PostResults({ name, counts }: { name: string; counts: Post['counts'] }) {
  return (
    <table className={styles.results} aria-label={say('post.results', { name })}>
      <tbody>
        {resultsOf(counts).map(({ step, count, share }) => (
          <tr key={step} data-step={step}>
            <th scope="row">{say(`post.step.${step}`)}</th>
            <td className={styles.track} aria-hidden="true">
              <span style={{ width: count === 0 ? 0 : `max(2px, ${share * 100}%)` }} />
            </td>
            <td>{count.toLocaleString(language())}</td>
            <td>{share.toLocaleString(language(), { style: 'percent' })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
