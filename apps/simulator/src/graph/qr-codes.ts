import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'
import { check } from './send-body.ts'

const codesMax = 2000
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const input = z.strictObject({
  prefilled_message: z.string().min(1).max(140),
  code: z.string().optional(),
})

type QrCode = { code: string; prefilled_message: string; deep_link_url: string }

/** Lists a number's QR codes, or one of them; an unknown one gives an empty list. */
export function listQrCodes({ qrCodes = {} }: SimulatedNumber, code?: string): { data: QrCode[] } {
  const entries = Object.entries(qrCodes).filter(([each]) => code === undefined || each === code)
  return { data: entries.map(([each, text]) => present(each, text)) }
}

/** Creates a QR code, or changes its text. It has no picture. */
export function saveQrCode(simulator: SimulatorState, number: SimulatedNumber, body: unknown): QrCode {
  const { prefilled_message: text, code = newCode() } = check(input, body)
  const { qrCodes = {} } = number
  const isNew = (body as z.input<typeof input>).code === undefined
  if (!isNew && !Object.hasOwn(qrCodes, code)) refuse(100, { details: `The QR code '${code}' does not exist.` })
  if (isNew && Object.keys(qrCodes).length >= codesMax)
    refuse(100, { details: `The number has ${codesMax} QR codes already.` })
  simulator.change(number, { qrCodes: { ...qrCodes, [code]: text } })
  return present(code, text)
}

export function deleteQrCode(simulator: SimulatorState, number: SimulatedNumber, code: string): { success: true } {
  const { [code]: known, ...left } = number.qrCodes ?? {}
  if (known === undefined) refuse(100, { details: `The QR code '${code}' does not exist.` })
  simulator.change(number, { qrCodes: left })
  return { success: true }
}

function present(code: string, text: string): QrCode {
  return { code, prefilled_message: text, deep_link_url: `https://wa.me/message/${code}` }
}

function newCode(): string {
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}
