import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { NotificationData } from '@mantine/notifications'
import { ApiError, ConnectionError, type FieldError } from '@posthorn/sdk'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from 'react'
import { loadDeskWords } from '../words/load.ts'
import { isKey, type Key, language, say } from '../words/words.ts'
import { Icon } from './icon.tsx'
import styles from './shapes.module.css'
import { storeOf } from './store.ts'

/** Errors that pass by themselves. The API's sentences about them are for programs. */
const passing: Readonly<Record<string, Key>> = {
  'rate:limited': 'problem.tooMany',
  'rate:in_flight': 'problem.tooMany',
  'service:overloaded': 'problem.unavailable',
  'service:unavailable': 'problem.unavailable',
}

/** Returns an error as a sentence that can be shown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.errors.length > 0) return error.errors.map((fault) => namedFaultOf(fault)).join(' ')
    return errorText(error)
  }
  if (error instanceof ConnectionError || isMissingPart(error)) return say('problem.connection')
  return error instanceof Error ? error.message : say('problem.unknown')
}

/** Returns the error of a request with a key through `useKeyed`. If the request may have taken effect, its text says how to repeat it. */
export function errorOfKeyed(error: Error): Error {
  const mayBeDone =
    error instanceof ConnectionError ||
    (error instanceof ApiError && (error.status >= 500 || error.errorCode === 'idempotency:in_flight'))
  return mayBeDone ? new Error(say('problem.unanswered')) : error
}

/** An error of the API, in a response or in something stored. */
type CodedError = { errorCode: string; message: string }

/** Returns what an error code means, without a period, for lists and other texts; undefined if it is unknown. `detail`: the API's sentence. */
export function errorName(code: string, detail = ''): string | undefined {
  const [, reason = ''] = code.split(':')
  const key = [`error.${code}`, `error.${reason}`].find(isKey)
  // Without a detail, nothing follows the colon of a text that ends with one.
  return key && say(key, { detail }).replace(/: $/, '')
}

/** Returns names, such as error codes, with their counts, most frequent first. */
export function ranked(counts: Readonly<Record<string, number>>): { name: string; count: number }[] {
  const all = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return all.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

/** Returns an error in the reader's language, as a sentence. Unknown codes keep the API's sentence. */
export function errorText({ errorCode, message }: CodedError): string {
  const key = passing[errorCode] ?? (errorCode.startsWith('http:5') ? 'problem.unavailable' : undefined)
  return key === undefined ? asSentence(errorName(errorCode, message) ?? message) : say(key)
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Shows the error that something stored has, if any. */
export function StoredError({ error }: { error: CodedError | null }) {
  return (
    error && (
      <Alert color="red" mb="md">
        {errorText(error)}
      </Alert>
    )
  )
}

type Read = { data: unknown; error: Error | null; errorUpdateCount: number }

/** Returns a query's error. Keeps it while the query is read again without data: it has none then, and the page would flicker. */
export function useLastError({ data, error, errorUpdateCount }: Read): Error | null {
  const last = useRef<Error | null>(null)
  if (error) last.current = error
  return error ?? (data === undefined && errorUpdateCount > 0 ? last.current : null)
}

/** Whether the error says that something doesn't exist. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Whether the error is temporary, so that the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))

/** Whether trying again can help. The API gives most of its errors again. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || isPassing(error)

/** Whether the error says that the person may not do something. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/**
 * A screen's error with its request id, and a way to continue if trying again can help. Without an error, says that the page doesn't exist.
 */
export function Problem({ error, retry }: { error?: unknown; retry?: () => void }) {
  const isMissing = error === undefined || isNotFound(error)
  const isRefused = isForbidden(error)
  const title = isMissing ? 'problem.missing' : isRefused ? 'problem.forbidden' : 'problem.title'
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" mih={240} role="alert">
      <Icon name={isRefused ? 'lock' : 'warning'} size={28} />
      <Title order={2} size="h4">
        {say(title)}
      </Title>
      <Text c="dimmed" ta="center" maw={480}>
        {isMissing ? say('problem.missingWhy') : sentenceOf(error)}
      </Text>
      {error instanceof ApiError && <ErrorDetails error={error} />}
      {retry && isRetryable(error) && (
        <Button variant="default" onClick={retry}>
          {say('problem.again')}
        </Button>
      )}
    </Stack>
  )
}

/** The request id, for support, and a link to the error's documentation. */
function ErrorDetails({ error }: { error: ApiError }) {
  return (
    <Group gap="md" justify="center">
      {error.requestId && (
        <Text size="xs" c="dimmed" ta="center">{`${say('problem.request')} ${error.requestId}`}</Text>
      )}
      {error.docs && (
        <Anchor size="xs" href={error.docs} target="_blank">
          {error.errorCode}
        </Anchor>
      )}
    </Group>
  )
}

/** The API's validation rules, each with a translated sentence. The capture groups are the values in the sentence. */
const rules = [
  [/^is required\b|^must not be empty$/, 'fault.missing'],
  [/^must have at least (?<count>\d+) characters?$/, 'fault.charactersMin'],
  [/^must have at most (?<count>\d+) characters?$/, 'fault.charactersMax'],
  [/^must have at least (?<count>\d+) items?$/, 'fault.itemsMin'],
  [/^must have at most (?<count>\d+) items?$/, 'fault.itemsMax'],
  [/^must be at least (?<count>-?[\d.]+)$/, 'fault.min'],
  [/^must be at most (?<count>-?[\d.]+)$/, 'fault.max'],
  [/^must be (?:an integer|a number)$/, 'fault.number'],
  [/^must be an email address$/, 'fault.email'],
  [/^must be a URL such as (?<example>\S+)$/, 'fault.url'],
  [/^must be a time of day such as (?<example>\S+)$/, 'fault.time'],
  [/^must be a date and a time$/, 'fault.moment'],
  [/^must have at least one action$/, 'fault.action'],
  [/^must be one of (?<choices>.+)$/, 'fault.choice'],
] as const

/** Returns a field's error, translated if its code or rule is known. The rule says more than the general codes of `request:`. */
export function faultOf({ code, message }: Pick<FieldError, 'code' | 'message'>): string {
  const name = errorName(code, message)
  if (name !== undefined && !code.startsWith('request:')) return asSentence(name)
  // The API adds the value that it got, which the field shows.
  const problem = message.replace(/ \(got .*\)$/s, '')
  for (const [rule, key] of rules) {
    const found = rule.exec(problem)
    if (found) return say(key, valuesOf(found.groups))
  }
  // The API quotes values as Markdown.
  const plain = problem.replaceAll('`', '')
  return asSentence(plain.charAt(0).toLocaleUpperCase(language()) + plain.slice(1))
}

/** Returns the values of a sentence. A count is a number, because the words around it depend on it. */
const valuesOf = (groups: Readonly<Record<string, string>> = {}): Record<string, string | number> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, name === 'count' ? Number(text) : text]))

/** Returns an error that includes what its field is called, for use away from the field. */
export const namedFaultOf = (fault: FieldError, name = nameOfPath(fault.path)): string =>
  name === '' ? faultOf(fault) : `${name}: ${faultOf(fault)}`

/** Returns in words what a path of the API ends with; the path if there is no word for it. */
function nameOfPath(path: string): string {
  const last = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  const key = [`field.${last}`, `word.${last}`].find(isKey)
  return key === undefined ? path : say(key)
}

/** Whether a notice was shown, and so the component that shows notices has to be there. */
export const hasNotices = storeOf(false)

/** Shows a notice. Loads the code for notices, which most visits don't need. */
async function show(notice: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ ...notice, closeButtonProps: { 'aria-label': say('word.close') } })
  hasNotices.set(true)
}

export function sayProblem(error: unknown): void {
  void show({ color: 'red', title: say('problem.title'), message: sentenceOf(error), autoClose: 10_000 })
}

/** Shows a notice that something succeeded. */
export function sayDone(message: string): void {
  void show({ message, autoClose: 4_000 })
}

const counts = { lines: 3, table: 7, chats: 8, messages: 5 } as const

/** Placeholders in the shape of the content, so that the layout doesn't jump. They appear after a delay, because most loads are faster. */
export function Shapes({ of }: { of: keyof typeof counts }) {
  const places = Array.from({ length: counts[of] }, (_, i) => i)
  return (
    <div className={styles.shapes} data-of={of} role="status" aria-busy="true" aria-label={say('desk.reading')}>
      {places.map((place) => (
        <i key={place} />
      ))}
    </div>
  )
}

/** Content that loads later, without blocking the page. If it fails, the rest of the page stays. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Missing}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}

/** Returns a component that loads later, together with the UI strings for all screens except the inbox. */
export const lazyWithDeskWords = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadDeskWords()])
    return { default: component }
  })

/** Shown in place of a part that failed: its error, or nothing if it couldn't be loaded, because the page reloads to get it. */
const Missing = ({ error }: { error: unknown }) => (isMissingPart(error) ? null : <Problem error={error} />)

/** Minimum time between two reloads: a module that a browser extension blocks fails every time. */
const reloadPauseMs = 10_000
/** If there is no input for this long, the page counts as unused. */
const idleMs = 5_000
const pollMs = 1_000
const storageKey = 'posthorn.reloadedAt'

const missing = new WeakSet<Error>()
let isWaiting = false
let usedAtMs = 0

/** Whether an error means that part of the page couldn't be loaded. */
const isMissingPart = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Reloads the page after part of it couldn't be loaded, once the gateway responds and no one is using the page: browsers don't request a
 * failed module again, and an upgrade renames the files. Drafts and the outbox are kept.
 */
export function reloadForMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    if (!isWaiting) void reload()
  })
}

/** Waits until the gateway responds and the page is unused, and then reloads it. */
async function reload(): Promise<void> {
  isWaiting = true
  for (const name of ['keydown', 'pointerdown']) addEventListener(name, () => (usedAtMs = Date.now()), true)
  const reloadedAtMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  // No longer than the pause, even if the clock went back since.
  await sleep(Math.min(reloadPauseMs, reloadedAtMs + reloadPauseMs - Date.now()))
  while (!(await isReachable()) || isUsed()) await sleep(pollMs)
  sessionStorage.setItem(storageKey, String(Date.now()))
  location.reload()
}

/** Returns whether the person is writing, or pressed a key or a button a moment ago. */
const isUsed = () => {
  const isWriting = document.hasFocus() && document.activeElement?.matches('input, textarea') === true
  return isWriting || Date.now() - usedAtMs < idleMs
}

/** Returns whether the gateway serves the page again. */
const isReachable = () =>
  fetch('/app/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
