import { asNumber } from './json.ts'

/** Unix seconds, as text or number, to ISO 8601; `otherwise` when they name no moment. */
export function isoTime(value: unknown, otherwise: Date): string {
  const time = new Date((asNumber(value) ?? Number.NaN) * 1000)
  return (Number.isNaN(time.getTime()) ? otherwise : time).toISOString()
}
