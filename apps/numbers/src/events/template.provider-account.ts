import { on } from '@posthorn/chassis'
import type { EventData, Unfilled } from '@posthorn/contracts'
import { announcedTime } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { readTemplatesSoon } from '../templates/stored.sql.ts'

type TemplateChange = Unfilled<Omit<EventData<'template:updated'>, 'number'>>
type Report = Record<string, unknown>
type Change = Pick<TemplateChange, 'change'> & Partial<TemplateChange>

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const readObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Report

/** Readers of template reports, by callback field (cloud-api.md 5.8). */
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
      category: report['new_category'] ?? report['correct_category'],
      previous: report['previous_category'],
      effectiveAt: readTime(report['category_update_timestamp']),
    }),
  }),
}

function pickTexts<K extends string>(fields: Record<K, unknown>): { [P in K]?: string } {
  const texts = Object.entries(fields).flatMap(([name, value]) => {
    const text = readText(value)
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(texts) as { [P in K]?: string }
}

/** Converts Unix seconds to ISO 8601. Dates in other formats stay as they are. */
function readTime(value: unknown): string | undefined {
  const seconds =
    typeof value === 'number' || (typeof value === 'string' && /^\d{9,11}$/.test(value)) ? Number(value) : null
  if (seconds === null) return readText(value)
  return announcedTime(seconds)
}

function readButtons(value: unknown): NonNullable<TemplateChange['components']>['buttons'] {
  return Array.isArray(value) ? value.map((button) => readObject(button) as never) : []
}

/** Announces the provider's decisions and changes about templates. */
export const announceTemplateChange = on<'provider:account', NumbersRuntime>(
  'provider:account',
  async ({ tx, events }) => {
    for (const { workspace, data, traceparent } of events) {
      const report = readObject(data.raw)
      const name = readText(report['message_template_name'])
      const change = changeReaders[data.field]?.(report)
      if (change === undefined || name === undefined) continue
      const template = String(report['message_template_id'] as string | number)
      const language = readText(report['message_template_language']) ?? ''
      tx.emit({
        kind: 'template:updated',
        workspace,
        data: { number: data.number, template, name, language, ...change },
        aggregate: { id: template, version: 1 },
        ...(traceparent === undefined ? {} : { traceparent }),
      })
      await readTemplatesSoon({ em: tx.em, workspace }, data.number)
      tx.wake('templates')
    }
  },
)
