import { announcedTime, asNumber, asObject, asText, itemsOf, pickTexts } from './json.ts'

/** A provider's report about an account: its event and reason in the provider's words, its dates, and the whole report. */
export type AccountReport = {
  event: string
  reason?: string
  /** End of the last restriction, ISO 8601. */
  until?: string
  bannedAt?: string
  details: Record<string, unknown>
}

type Item = Record<string, unknown>

/** Reads a report about an account (cloud-api.md 5.8) in any format. */
export function parseAccountReport(field: string, raw: unknown): AccountReport {
  const item = asObject(raw) ?? {}
  const alert = asObject(item.alert_info) ?? {}
  const ban = asObject(item.ban_info) ?? {}
  const restrictions = itemsOf(item.restriction_info).map((each) => asObject(each) ?? {})
  const reason =
    asText(asObject(item.violation_info)?.violation_type) ??
    asText(alert.alert_description) ??
    joinTexts(restrictions.map(({ restriction_type: type }) => type)) ??
    joinTexts([ban.waba_ban_state].flat()) ??
    asText(item.rejection_reason)
  return {
    event: asText(item.event) ?? asText(item.decision) ?? asText(alert.alert_type) ?? field.toUpperCase(),
    ...pickTexts({ reason, until: findEnd(restrictions), bannedAt: ban.waba_ban_date }),
    details: item,
  }
}

function joinTexts(values: unknown[]): string | undefined {
  const texts = values.flatMap((value) => asText(value) ?? [])
  return texts.length > 0 ? texts.join(', ') : undefined
}

function findEnd(restrictions: Item[]): string | undefined {
  const ends = restrictions.flatMap(({ expiration }) => asNumber(expiration) ?? [])
  return ends.length > 0 ? announcedTime(Math.max(...ends)) : undefined
}
