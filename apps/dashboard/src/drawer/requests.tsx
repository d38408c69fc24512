import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { type RecentRequest, recentRequests } from '../api/recent.ts'
import { CodeBlock, CopyButton } from '../parts/page.tsx'
import { clockTimeWithSeconds, say } from '../words/words.ts'
import styles from './drawer.module.css'

/** The screen's requests among the last hundred to the public API, newest first. */
export function DrawerRequests() {
  const all = recentRequests.use()
  // Re-render when the URL changes, because that means a different screen.
  useLocation()
  const shown = all.filter(({ screen }) => screen === location.pathname)
  return (
    <div className={styles.body}>
      <p className={styles.lead}>{say(shown.length === 0 ? 'drawer.noRequests' : 'drawer.requestsLead')}</p>
      <ul className={styles.list} aria-label={say('drawer.requests')}>
        {shown.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </div>
  )
}

function RequestRow({ request }: { request: RecentRequest }) {
  const { method, path, at, ms, status } = request
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details className={styles.row} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <b>{method}</b>
          <span className={styles.subject}>{path}</span>
          <RequestStatus request={request} />
          {ms !== undefined && status !== undefined && <span>{say('drawer.ms', { ms })}</span>}
          <time>{clockTimeWithSeconds(at)}</time>
        </summary>
        {isOpen && <RequestDetails request={request} />}
      </details>
    </li>
  )
}

/** A request's id, and the request as a curl command, so that a developer can repeat it. A secret is withheld. */
function RequestDetails({ request }: { request: RecentRequest }) {
  const { requestId, omitted } = request
  const command = asCurl(request, location.origin)
  return (
    <>
      {requestId && (
        <p className={styles.quiet}>
          {say('drawer.requestId')} <code>{requestId}</code>
        </p>
      )}
      {omitted === 'secret' && <p className={styles.quiet}>{say('drawer.withheld')}</p>}
      <CodeBlock label={say('drawer.asRequest')} text={command} />
      <CopyButton text={command} />
    </>
  )
}

/** A request's HTTP status, or that it is running or got no response. */
function RequestStatus({ request: { ms, status } }: { request: RecentRequest }) {
  if (status !== undefined) return <b data-tone={status < 400 ? 'good' : 'bad'}>{status}</b>
  return (
    <span data-tone={ms === undefined ? undefined : 'bad'}>
      {say(ms === undefined ? 'drawer.running' : 'drawer.failed')}
    </span>
  )
}

/** Quotes a shell word, so that the shell expands nothing in it. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a curl command for a request, with placeholders for the key and for a body that wasn't kept. */
export function asCurl({ method, path, body, omitted }: RecentRequest, origin: string): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(origin + path)}`,
    `-H "Token: $POSTHORN_TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(body)}`]),
    ...(omitted === 'file' ? [`-F file=@<path>`] : []),
    ...(omitted === 'secret' ? [`-H 'Content-Type: application/json'`, `-d @<file>`] : []),
  ]
  return lines.join(' \\\n  ')
}
