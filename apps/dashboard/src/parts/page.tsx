import { Button, type ButtonProps, Paper, Text, Title } from '@mantine/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { momentText, say } from '../words/words.ts'
import styles from './desk.module.css'
import { copyText } from './device.ts'
import entryPageStyles from './entry-page.module.css'
import { Icon } from './icon.tsx'
import { Problem, Shapes, sayDone, sayProblem, useLastError } from './problem.tsx'
import { useTitle } from './title.ts'

type PageProps = {
  title: string
  lead?: ReactNode
  /** The section that contains this page. */
  back?: { to: string; name: string }
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its title, which the browser's tab also shows, its actions and its content. */
export function Page({ title, lead, back, actions, children }: PageProps) {
  useTitle(title)
  return (
    <div className={styles.page}>
      {back && (
        <PlaceLink to={back.to} className={styles.back}>
          <Icon name="back" size={14} />
          {back.name}
        </PlaceLink>
      )}
      <header className={styles.head}>
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </div>
  )
}

/** A part of a page in a frame, with a title that screen readers can go to. */
export function Panel({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      {title && (
        <div className={styles.panelHead}>
          <h2>{title}</h2>
          {actions && <div className={styles.panelActions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

type PlaceLinkProps = {
  /** Path in the workspace, such as `numbers/num_1`. */
  to: string
  search?: Record<string, string | undefined>
  className?: string | undefined
  onFollow?: (() => void) | undefined
  children: ReactNode
}

/** A link to a page of the workspace. */
export function PlaceLink({ to, search = {}, className, onFollow, children }: PlaceLinkProps) {
  const { ws = '' } = useParams({ strict: false })
  return (
    <Link
      to={`/${ws}/${to}` as '/'}
      search={search}
      className={className}
      onClick={onFollow}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      {children}
    </Link>
  )
}

type LoadedProps<T> = { query: UseQueryResult<T>; shape?: 'lines' | 'table'; children: (data: T) => ReactNode }

/** Shows a placeholder, the query's data, or its error. If the data can't be refreshed, also shows when it was last updated. */
export function Loaded<T>({ query, shape = 'lines', children }: LoadedProps<T>) {
  const { data, dataUpdatedAt, refetch } = query
  const error = useLastError(query)
  if (data === undefined && error) return <Problem error={error} retry={() => void refetch()} />
  if (data === undefined) return <Shapes of={shape} />
  return (
    <>
      {error && (
        <p className={styles.stale} role="status">
          {say('desk.stale', { time: momentText(dataUpdatedAt) })}
        </p>
      )}
      {children(data)}
    </>
  )
}

/** Shown in place of content that isn't there: says so. `children`: why, or what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <b>{title}</b>
      {children}
    </div>
  )
}

/** Labels with their values. Omits empty values, so that callers can pass what may be unknown; 0 is a value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value], i) =>
          (value === 0 || Boolean(value)) && (
            // A contact's own field can be named like another fact. The place counts empty values, so that a new one moves no other.
            <div key={`${i}${name}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status in words, with the color of its tone. */
export function Status({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  )
}

/** Tabs with separate URLs. If they don't all fit, the current one is scrolled into view. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { to: string; name: string }[] }) {
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL says which tab is the current one.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <nav className={styles.tabs} aria-label={label} ref={nav}>
      {tabs.map(({ to, name }) => (
        <PlaceLink key={to} to={to}>
          {name}
        </PlaceLink>
      ))}
    </nav>
  )
}

/** A block of code. `label` is for screen readers. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      {/* Only an element that takes the focus scrolls by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

/** Button that copies a text to the clipboard, and then says so until it has another text. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text
  const copy = () => void copyText(text).then(() => setCopied(text), sayProblem)
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
      onClick={copy}
    >
      {isCopied ? say('word.copied') : (name ?? say('desk.copy'))}
    </Button>
  )
}

/** A page for people who are not signed in, with one centered form. */
export function EntryPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main className={entryPageStyles.page}>
      <div className={entryPageStyles.brand}>
        <img src="/app/icon.svg" alt="" width={34} height={34} />
        <span>{say('app.name')}</span>
      </div>
      <Paper className={entryPageStyles.card} withBorder radius="lg" p={{ base: 'lg', xs: 'xl' }}>
        <Title order={1} size="h3" mb={lead ? 4 : 'md'}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" mb="lg">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </main>
  )
}

/** Returns a function that opens a page of the workspace by its path, such as `numbers/num_1`. */
export function useOpenPlace(): (path: string) => void {
  const navigate = useNavigate()
  const { ws = '' } = useParams({ strict: false })
  return (path) => void navigate({ href: `/${ws}/${path}` })
}

export type ActionOptions<I, O> = {
  run: (input: I) => Promise<O>
  /** The first parts of the keys of the queries that the action affects. */
  changes: readonly string[]
  done?: (output: O) => string
  /** Set if a form shows the error next to its fields. */
  isOfForm?: boolean
  /** Actions with the same name run one after another. */
  inOrder?: string
}

/**
 * Runs an action, refetches what it changes, and shows an error if it fails. It counts as running until that is fetched, so that its button
 * can't be clicked while the page still shows the old state.
 */
export function useAction<I, O>({ run, changes, done, isOfForm = false, inOrder }: ActionOptions<I, O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    ...(inOrder === undefined ? {} : { scope: { id: inOrder } }),
    onSuccess: async (output) => {
      if (done) sayDone(done(output))
      await Promise.all(changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    },
    onError: (error) => (isOfForm ? undefined : sayProblem(error)),
  })
}

/** Saves the fields of a form, which shows an error next to them. Says that they are saved. `changes`: see `ActionOptions`. */
export const useSave = <I, O>(changes: readonly string[], run: (input: I) => Promise<O>) =>
  useAction({ run, changes, done: () => say('desk.stored'), isOfForm: true })

type ActionButtonProps = ButtonProps & {
  action: { isPending: boolean; mutate: (input: undefined) => void }
  name: string
}

/** Button that runs an action without input, and waits while it runs. */
export function ActionButton({ action, name, ...props }: ActionButtonProps) {
  return (
    <Button variant="default" {...props} loading={action.isPending} onClick={() => action.mutate(undefined)}>
      {name}
    </Button>
  )
}
