import type { AuditEntry } from '@posthorn/sdk'
import { Code } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { say } from '../../words/say.ts'
import styles from './audit.module.css'

/** The fields that an action changed, before and after, and its input. */
export function Changes({ entry: { changes, given, requestId, hash, truncated } }: { entry: AuditEntry }) {
  const all = changes.flatMap(({ thing, id, before, after }) =>
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
      name: `${thing}.${name}`,
      key: `${thing} ${id} ${name}`,
      before: before?.[name],
      after: after?.[name],
    })),
  )
  // A new object has many empty fields.
  const fields = all.filter(({ before, after }) => textOf(before) !== textOf(after))
  return (
    <details className={styles.details}>
      <summary>{say('audit.changes', { count: fields.length })}</summary>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ key, name, before, after }) => (
            <li key={key}>
              <code>{name}</code> {textOf(before)} › {textOf(after)}
            </li>
          ))}
        </ul>
      )}
      {truncated && <p>{say('audit.truncated')}</p>}
      <Code label={say('audit.given')} text={JSON.stringify(given, null, 2)} />
      <Facts
        facts={[
          [say('problem.request'), requestId],
          [say('audit.hash'), <code key="hash">{hash.slice(0, 16)}</code>],
        ]}
      />
    </details>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
