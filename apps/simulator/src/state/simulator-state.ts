import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Deliveries } from '../callbacks/deliveries.ts'
import { type CallLog, type CallLogEntry, makeWamid, openCallLog, readWamid } from './call-log.ts'
import {
  type ExplicitUpdate,
  forgetNumber,
  type Journal,
  type JournalState,
  openJournal,
  readJournal,
  stepId,
} from './journal.ts'
import { type PairBuckets, pairBuckets, type RateWindow, rateWindow } from './limits.ts'
import { type MediaFiles, openMediaFiles } from './media-files.ts'
import {
  callbackUrlOf,
  type GroupBook,
  type NumberInput,
  newNumber,
  openGroups,
  phoneOf,
  type SimulatedNumber,
} from './numbers.ts'
import { stepsOf, treatmentOf } from './plans.ts'

/** Ways in which a number's calls can fail during an outage. `refuse` affects the entire simulator. */
type OutageKind = 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'

/** Limits a number's traffic: its rate, its pairs, how often each message was refused, and its outage. Rate and outage end with the process. */
type Traffic = {
  rate: RateWindow
  pairs: PairBuckets
  tries: Map<string, number>
  outage?: { kind: OutageKind; untilMs: number; share: number; met: number } | undefined
}

const windowMs = 24 * 3_600_000
/** Everyone counts as having written this long ago, as `windowOpen` describes. */
const impliedWriteAgoMs = 60_000

/**
 * The state's folder and timing. `statusDelayMs` is the delay until `sent`; `delivered` takes three times as long, `read` 7.5 times.
 * `slowAnswerMs` is the delay until calls for the slow magic recipient get a response.
 */
type StateConfig = { dataDir: string; statusDelayMs: number; slowAnswerMs: number }

/**
 * The simulator's state: numbers, call log, pending updates, limits and clocks. Everything except rates and outages survives `kill -9`,
 * because it is written to the journal or call log before the response.
 */
export class SimulatorState {
  readonly callLog: CallLog
  readonly media: MediaFiles
  readonly groups: GroupBook
  readonly slowAnswerMs: number
  readonly #state: JournalState
  readonly #journal: Journal
  readonly #deliveries: Deliveries
  readonly #statusDelayMs: number
  readonly #byToken = new Map<string, SimulatedNumber>()
  readonly #traffic = new Map<string, Traffic>()

  constructor({ dataDir, statusDelayMs, slowAnswerMs }: StateConfig) {
    mkdirSync(dataDir, { recursive: true })
    this.media = openMediaFiles(join(dataDir, 'media'))
    this.#statusDelayMs = statusDelayMs
    this.slowAnswerMs = slowAnswerMs
    const journalPath = join(dataDir, 'journal.jsonl')
    this.#state = readJournal(journalPath)
    this.#evictOldWindows()
    for (const number of this.#state.numbers.values()) this.#byToken.set(number.accessToken, number)
    this.#deliveries = new Deliveries({
      numberOf: (id) => this.#state.numbers.get(id),
      onDone: (ids) => this.#journal.append(['done', ids]),
    })
    const done = this.#state.done
    this.#state.done = new Map()
    this.callLog = openCallLog(join(dataDir, 'calls.jsonl'), (entry) => this.#replay(entry, done.get(entry.n) ?? 0))
    this.#journal = openJournal(journalPath, this.#state)
    this.groups = openGroups(this.#state.groups, (group) => this.#journal.append(['group', group]))
    for (const update of this.#state.updates.values()) this.#deliveries.add(update, update.atMs)
    this.#state.updates.clear()
    this.#state.done.clear()
  }

  number(phoneNumberId: string): SimulatedNumber | undefined {
    return this.#state.numbers.get(phoneNumberId)
  }

  numberOfToken(accessToken: string): SimulatedNumber | undefined {
    return this.#byToken.get(accessToken)
  }

  /**
   * Creates a number, or changes an existing one: its name, callback URL, verify token, rate, and whether it can have groups. A callback URL then
   * becomes the app's, too.
   */
  createNumber(input: NumberInput): SimulatedNumber {
    const known = input.phoneNumberId === undefined ? undefined : this.number(input.phoneNumberId)
    if (known === undefined)
      return this.#save({
        ...newNumber(input, new Set([...this.#state.numbers.values()].map(phoneOf))),
        callsBefore: this.callLog.last,
      })
    const { name, callbackUrl = known.callbackUrl, verifyToken = known.verifyToken } = input
    const { messagesPerSecond = known.messagesPerSecond, groups = known.groups ?? true } = input
    const appCallbackUrl = input.callbackUrl === undefined ? known.appCallbackUrl : undefined
    return this.change(known, { name, callbackUrl, verifyToken, messagesPerSecond, groups, appCallbackUrl })
  }

  /** Changes fields of a number as it is now, even if `number` is an earlier copy. Throws if it was deleted. */
  change({ phoneNumberId }: SimulatedNumber, fields: Partial<SimulatedNumber>): SimulatedNumber {
    const current = this.number(phoneNumberId)
    if (current === undefined) throw new Error(`number ${phoneNumberId} was deleted`)
    return this.#save({ ...current, ...fields })
  }

  /** Deletes a number with everything under its id, except the call log and uploaded files. Its token is refused, its pending updates are dropped. */
  deleteNumber({ phoneNumberId, accessToken }: SimulatedNumber): void {
    for (const group of this.groups.of(phoneNumberId)) this.groups.save({ ...group, deleted: true })
    this.#journal.append(['deleted', phoneNumberId])
    forgetNumber(this.#state, phoneNumberId)
    this.#byToken.delete(accessToken)
    this.#traffic.delete(phoneNumberId)
    this.#deliveries.drop(phoneNumberId)
  }

  /** Advances a number's clock, which affects customer windows, pair limits, pending callbacks, codes and registrations. Timestamps stay real. */
  advance(number: SimulatedNumber, ms: number): void {
    this.change(number, { advancedMs: number.advancedMs + ms })
    this.#deliveries.advance(number.phoneNumberId, ms)
  }

  /** Counts a send. Returns the rate limit error: 130429 for the number, 131056 for the pair, or undefined if within the limits. */
  overRate(number: SimulatedNumber, to: string): number | undefined {
    const { rate, pairs } = this.#trafficOf(number)
    if (!rate.take(Date.now())) return 130429
    return pairs.take(to, Date.now() + number.advancedMs) ? undefined : 131056
  }

  /** Starts or replaces an outage of a number. Zero seconds ends it. A `share` of the calls fails, spread evenly. */
  beginOutage(number: SimulatedNumber, outage: { kind: OutageKind; seconds: number; share: number }): void {
    const { kind, seconds, share } = outage
    this.#trafficOf(number).outage = { kind, untilMs: Date.now() + seconds * 1000, share, met: 0 }
  }

  /** Counts a call during the number's outage. Returns the outage's kind and end time if it makes this call fail, otherwise undefined. */
  strike(number: SimulatedNumber): { kind: OutageKind; untilMs: number } | undefined {
    const { outage } = this.#trafficOf(number)
    if (outage === undefined || Date.now() >= outage.untilMs) return undefined
    const before = Math.floor(outage.met * outage.share)
    outage.met++
    return Math.floor(outage.met * outage.share) > before ? outage : undefined
  }

  /** Adds a send call to the call log. If it was accepted, schedules its statuses. */
  record(fields: Omit<CallLogEntry, 'n'>): CallLogEntry {
    const entry = this.callLog.add(fields)
    const number = this.number(entry.phoneNumberId)
    if (number) this.#countTry(number, entry)
    this.#plan(entry, 0)
    return entry
  }

  /** Returns how many calls for this message have been refused so far with the error that its recipient is set to return. */
  triesOf(number: SimulatedNumber, to: string, callbackTag: string | null): number {
    return this.#trafficOf(number).tries.get(tryKey({ to, callbackTag })) ?? 0
  }

  /** Reports an update as soon as possible, or drops it while its number has no callback URL. `make` gets the update's sequence number. */
  report(number: SimulatedNumber, make: (n: number) => Pick<ExplicitUpdate, 'field' | 'value'>): void {
    const n = ++this.#state.lastUpdate
    const update: ExplicitUpdate = { id: -n, phoneNumberId: number.phoneNumberId, atMs: Date.now(), ...make(n) }
    if (callbackUrlOf(number, update.field) === '') return
    this.#journal.append(['update', update])
    this.#deliveries.add(update, update.atMs)
  }

  /** Records that a customer wrote, which opens the 24-hour window. Counts toward the rate limit, as at the provider. */
  customerWrote(number: SimulatedNumber, customer: string): void {
    const atMs = Date.now() + number.advancedMs
    const key = pairKey(number.phoneNumberId, customer)
    this.#trafficOf(number).rate.take(Date.now())
    this.#journal.append(['wrote', key, atMs])
    this.#state.wrote.set(key, atMs)
  }

  /** Returns whether a customer has written to the number. A start forgets those whose windows have closed. */
  hasWritten(number: SimulatedNumber, customer: string): boolean {
    return this.#state.wrote.has(pairKey(number.phoneNumberId, customer))
  }

  /** Returns whether this customer's window is open. Everyone counts as having written a minute ago, until a test advances the clock. */
  windowOpen(number: SimulatedNumber, customer: string): boolean {
    const wroteMs = this.#state.wrote.get(pairKey(number.phoneNumberId, customer)) ?? 0
    const nowMs = Date.now() + number.advancedMs
    return nowMs - Math.max(wroteMs, Date.now() - impliedWriteAgoMs) < windowMs
  }

  /** Returns the id of a sent message (`outbound`, with its call number) or of a customer's message (`inbound`, with its update number). */
  wamid(kind: 'outbound' | 'inbound', n: number): string {
    return makeWamid(this.#state.instance, kind, n)
  }

  /** Returns the send call for a message id, if this simulator accepted it. */
  sendOf(wamid: string): CallLogEntry | undefined {
    const id = readWamid(this.#state.instance, wamid)
    const entry = id?.kind === 'outbound' ? this.callLog.get(id.n) : undefined
    return entry?.accepted ? entry : undefined
  }

  /** Returns whether this simulator has reported a customer's message with this id. */
  isInbound(wamid: string): boolean {
    const id = readWamid(this.#state.instance, wamid)
    return id?.kind === 'inbound' && id.n <= this.#state.lastUpdate
  }

  /** Stops posting and closes the files. Everything that matters is already on disk. */
  async stop(): Promise<void> {
    await this.#deliveries.stop()
    this.#journal.close()
    this.callLog.close()
  }

  /** Forgets customers whose windows have closed, so that the journal does not grow with every customer. */
  #evictOldWindows(): void {
    for (const [key, wroteMs] of this.#state.wrote) {
      const number = this.#state.numbers.get(key.split(' ')[0] ?? '')
      if (number === undefined || Date.now() + number.advancedMs - wroteMs > windowMs) this.#state.wrote.delete(key)
    }
  }

  /** Stores a number: first in the journal, so that nothing is in use that a new start wouldn't find. */
  #save(number: SimulatedNumber): SimulatedNumber {
    this.#journal.append(['number', number])
    this.#state.numbers.set(number.phoneNumberId, number)
    this.#byToken.set(number.accessToken, number)
    return number
  }

  /** Returns the limits of a number's traffic, with a new rate if its throughput has changed. */
  #trafficOf({ phoneNumberId, messagesPerSecond }: SimulatedNumber): Traffic {
    const known = this.#traffic.get(phoneNumberId)
    if (known?.rate.perSecond === messagesPerSecond) return known
    const traffic = { pairs: pairBuckets(), tries: new Map(), ...known, rate: rateWindow(messagesPerSecond) }
    this.#traffic.set(phoneNumberId, traffic)
    return traffic
  }

  /**
   * Restores what depends on a call of an earlier process. `doneBits` are its statuses that were already confirmed. They are kept even if all
   * are, because the call stays in the log, and the next start would report its statuses again.
   */
  #replay(entry: CallLogEntry, doneBits: number): void {
    const number = this.number(entry.phoneNumberId)
    if (number === undefined || entry.n <= (number.callsBefore ?? 0)) return
    this.#countTry(number, entry)
    if (!entry.accepted) return
    this.#trafficOf(number).pairs.take(entry.to, entry.atMs)
    if (doneBits !== 0) this.#state.done.set(entry.n, doneBits)
    this.#plan(entry, doneBits)
  }

  /** Schedules the statuses of an accepted call that are not confirmed yet. */
  #plan(entry: CallLogEntry, doneBits: number): void {
    if (!entry.accepted) return
    const wamid = this.wamid('outbound', entry.n)
    stepsOf(entry).forEach((step, index) => {
      if (doneBits & (1 << index)) return
      const atMs = entry.atMs + step.after * this.#statusDelayMs
      const id = stepId(entry.n, index)
      this.#deliveries.add({ id, phoneNumberId: entry.phoneNumberId, entry, wamid, step, atMs }, atMs)
    })
  }

  /** Counts refusals by recipients that refuse only the first calls of a message. An accepted call resets the count. */
  #countTry(number: SimulatedNumber, entry: CallLogEntry): void {
    const refuse = treatmentOf(entry.to).refuse
    if (refuse?.tries === undefined) return
    const key = tryKey(entry)
    const { tries } = this.#trafficOf(number)
    if (entry.accepted) tries.delete(key)
    else if (entry.code === refuse.code) tries.set(key, (tries.get(key) ?? 0) + 1)
  }
}

/** Returns the key of a number and a customer for windows. */
function pairKey(phoneNumberId: string, customer: string): string {
  return `${phoneNumberId} ${customer}`
}

/** Returns the key for counting the calls of one message. Its attempts have the same callback tag up to a colon. */
function tryKey({ to, callbackTag }: Pick<CallLogEntry, 'to' | 'callbackTag'>): string {
  return `${to} ${callbackTag?.split(':')[0] ?? ''}`
}
