import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, on, sql } from '@posthorn/chassis'
import type { EventData, Unfilled } from '@posthorn/contracts'
import { accountFields, announcedTime, concernsNumber, parseAccountReport } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { buildRefusedHealth, presentNumber } from '../numbers/number.ts'
import { applyHealth } from '../sessions/sessions.ts'
import { readTemplatesSoon } from '../templates/templates.sql.ts'

type AccountData = NonNullable<EventData<'number:updated'>['account']>

/** Announces what the provider reports about an account, such as a ban, a violation, a review or an alert, for each of its connected numbers. */
export const announceAccountReport = on<'provider:account', NumbersRuntime>(
  'provider:account',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, traceparent } of events) {
      if (!accountFields.includes(data.field)) continue
      const em = forWorkspace(tx.em, workspace)
      const number = await em.findOne(ConnectedNumber, { id: data.number })
      if (!number) continue
      const { businessAccountId } = number
      const rows = businessAccountId
        ? await em.find(ConnectedNumber, { businessAccountId, status: { $ne: 'disconnected' } })
        : [number]
      const account = { field: data.field, ...parseAccountReport(data.field, data.raw) } as AccountData
      for (const row of rows)
        tx.emit({
          kind: 'number:updated',
          workspace,
          data: { ...presentNumber(row, runtime.config.PUBLIC_URL), account, change: 'account' as const },
          aggregate: { id: row.id, version: row.version },
          traceparent,
        })
    }
  },
)

/** Checks an account's numbers once the provider reports a change. Reports vary in format; what counts is the status read then. */
export const expediteChecks = on<'provider:account', NumbersRuntime>('provider:account', async ({ tx, events }) => {
  const changes = events.filter(({ data }) => concernsNumber(data.field, data.raw))
  if (changes.length === 0) return
  await expediteCheck(
    tx.em,
    changes.map(({ workspace, data }) => ({ workspace, number: data.number })),
  )
  tx.wake('health')
})

/** Marks a number that the provider refuses: it is in error until a check finds that it can send. */
export const markRefusedNumber = on<'number:check_requested', NumbersRuntime>(
  'number:check_requested',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const em = forWorkspace(tx.em, workspace)
      const health = buildRefusedHealth(data.errorCode)
      await applyHealth({ em, emit: tx.emit }, data.number, { runtime, healthOf: () => health })
      // Counts as a check, so that the next one is a full interval later.
      await sql(em, 'update number set asked_at = now() where workspace_id = $1 and id = $2', [workspace, data.number])
    }
  },
)

/** Announces a paused, drained or resumed queue to webhooks, as a change of its number. `queue:updated` itself is internal. */
export const announceQueueChange = on<'queue:updated', NumbersRuntime>(
  'queue:updated',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, traceparent } of events) {
      const { number: id, ...queue } = data
      const row = await forWorkspace(tx.em, workspace).findOne(ConnectedNumber, { id })
      if (!row) continue
      tx.emit({
        kind: 'number:updated',
        workspace,
        data: { ...presentNumber(row, runtime.config.PUBLIC_URL), queue, change: 'queue' },
        aggregate: { id, version: row.version },
        traceparent,
      })
    }
  },
)

/** Makes these numbers due for a check, and all of their business account in the workspace, which reports often concern as a whole. */
async function expediteCheck(em: EntityManager, keys: { workspace: string; number: string }[]): Promise<void> {
  await sql(
    em,
    `update number n set asked_at = 'epoch'
     from unnest($1::text[], $2::text[]) as key (workspace_id, id)
     join number o on o.workspace_id = key.workspace_id and o.id = key.id
     where n.workspace_id = o.workspace_id and n.status <> 'disconnected'
       and (n.id = o.id or n.business_account_id = o.business_account_id)`,
    [keys.map(({ workspace }) => workspace), keys.map(({ number }) => number)],
  )
}

/** Announces each unanswered customer call once, although its end may be reported again. */
export const announceMissedCalls = on<'provider:call', NumbersRuntime>('provider:call', async ({ tx, events }) => {
  for (const { workspace, data, traceparent } of events) {
    if (!isMissed(data)) continue
    const { number, callId, timestamp, from, status } = data
    const inserted = await sql(
      tx.em,
      `insert into missed_call (workspace_id, number_id, digest) select workspace_id, id, $3 from number
       where workspace_id = $1 and id = $2 on conflict do nothing returning 1`,
      [workspace, number, createHash('sha256').update(callId).digest()],
    )
    if (inserted.length === 0) continue
    const { phone, userId, name } = from
    tx.emit({
      kind: 'call:missed',
      workspace,
      data: { number, call: callId, from: { phone, userId, name }, endedAt: timestamp, ...(status && { status }) },
      aggregate: { id: callId, version: 1 },
      traceparent,
    })
  }
})

/** Whether a report says that a customer's call ended unanswered: an answered one has a duration when it ends. */
function isMissed({ direction, event, status, seconds = 0 }: EventData<'provider:call'>): boolean {
  return direction === 'in' && event === 'terminate' && seconds === 0 && status !== 'COMPLETED'
}

type TemplateChange = Unfilled<Omit<EventData<'template:updated'>, 'number'>>
type Report = Record<string, unknown>
type Change = Pick<TemplateChange, 'change'> & Partial<TemplateChange>

/** Returns a field of a report if it is a non-empty text. Reports have many formats, so any other value counts as missing. */
const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
/** Returns a nested object of a report, or an empty one if it is missing, so that its fields read as undefined. */
const readObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Report

/** Readers of template reports, by callback field. */
const changeReaders: Readonly<Record<string, (report: Report) => Change>> = {
  message_template_status_update: (report) => {
    const [other, rejection] = [readObject(report['other_info']), readObject(report['rejection_info'])]
    return {
      change: 'status',
      ...pickTexts({
        status: report['event'],
        reason: report['reason'] === 'NONE' ? undefined : report['reason'],
        title: other['title'],
        explanation: rejection['reason'] ?? other['description'],
        recommendation: rejection['recommendation'],
        disabledAt: readTime(readObject(report['disable_info'])['disable_date']),
      }),
    }
  },
  message_template_quality_update: (report) => ({
    change: 'quality',
    ...pickTexts({ quality: report['new_quality_score'], previous: report['previous_quality_score'] }),
  }),
  message_template_components_update: (report) => ({
    change: 'components',
    components: {
      ...pickTexts({
        title: report['message_template_title'],
        body: report['message_template_element'],
        footer: report['message_template_footer'],
      }),
      buttons: readButtons(report['message_template_buttons']),
    },
  }),
  template_category_update: (report) => ({
    change: 'category',
    ...pickTexts({
      // An announced change has the future category in `correct_category`, and the present one in `new_category`.
      category: report['correct_category'] ?? report['new_category'],
      previous: report['correct_category'] ? report['new_category'] : report['previous_category'],
      effectiveAt: readTime(report['category_update_timestamp']),
    }),
  }),
}

/** Keeps the fields that have a non-empty text, so that an event has no empty fields. */
function pickTexts<K extends string>(fields: Record<K, unknown>): { [P in K]?: string } {
  const texts = Object.entries(fields).flatMap(([name, value]) => {
    const text = readText(value)
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(texts) as { [P in K]?: string }
}

/** Converts Unix seconds to ISO 8601. Leaves dates in other formats unchanged. */
function readTime(value: unknown): string | undefined {
  const seconds =
    typeof value === 'number' || (typeof value === 'string' && /^\d{9,11}$/.test(value)) ? Number(value) : null
  if (seconds === null) return readText(value)
  return announcedTime(seconds)
}

/** Returns the buttons of a reported template; none if the report has no list of them. */
function readButtons(value: unknown): NonNullable<TemplateChange['components']>['buttons'] {
  return Array.isArray(value) ? value.map((button) => readObject(button) as never) : []
}

/** Announces a template's new status, quality, text or category, and has the stored templates of its account refreshed. */
export const announceTemplateChange = on<'provider:account', NumbersRuntime>(
  'provider:account',
  async ({ tx, events }) => {
    for (const { workspace, data, traceparent } of events) {
      const report = readObject(data.raw)
      const name = readText(report['message_template_name'])
      const change = changeReaders[data.field]?.(report)
      const id = report['message_template_id']
      if (change === undefined || name === undefined || (typeof id !== 'string' && typeof id !== 'number')) continue
      const template = String(id)
      const language = readText(report['message_template_language']) ?? ''
      tx.emit({
        kind: 'template:updated',
        workspace,
        data: { number: data.number, template, name, language, ...change },
        aggregate: { id: template, version: 1 },
        traceparent,
      })
      await readTemplatesSoon({ em: tx.em, workspace }, data.number)
      tx.wake('templates')
    }
  },
)
