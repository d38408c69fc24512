import { describePhone, readPhone } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { callbackTargetOf, eachOf, messagesTo, postSigned, textMessage } from '@posthorn/testkit/system'
import { exported, imported } from '../inputs/files.ts'
import { dice } from '../operations/killed-children.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

type Message = { id: string; chat: string; phone?: string; message?: string }

const tag = 'd10'

/**
 * Returns phone numbers as the provider writes them, without a plus: a Mexican and an Italian one, the shortest, the longest, and random
 * ones of each length.
 */
function phonesOf(seed: number): string[] {
  // The same seed gives the same numbers in every run.
  const digit = dice(seed)
  const random = Array.from({ length: 22 }, (_, i) => {
    const rest = Array.from({ length: 4 + (i % 11) }, () => digit(10))
    return `${1 + digit(9)}${rest.join('')}`
  })
  const phones = new Set(['5215500001234', '12345', '999999999999999', '39066981234', ...random])
  // Leaves out numbers that Posthorn stores in another form, such as those with a national prefix.
  return [...phones].filter((digits) => readPhone(`+${digits}`) === `+${digits}`)
}

/** D10: customers write from phone numbers of every length. Each is shown, replied to, found, exported and imported. */
export async function anyPhone(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const target = await callbackTargetOf(system)
  const phones = phonesOf(fixture.seed).map((digits) => `+${digits}`)
  const written = phones.map((phone) => textMessage(`D10 ${phone}`, { from: phone.slice(1) }))
  const status = await postSigned(target, messagesTo(target, written))
  const find = async (phone: string) => {
    const path = `/v1/messages?direction=in&phone=${encodeURIComponent(phone)}`
    return (await system.call<Message[]>('GET', path)).body[0]
  }
  const arrived = async () => (await eachOf(phones.length, 4, async (i) => find(phones[i] ?? ''))).every(Boolean)
  await until(arrived, { timeoutMs: 30_000, describe: 'every message to arrive' }).catch(() => undefined)
  const results = await eachOf(phones.length, 4, async (i) => {
    const phone = phones[i] ?? ''
    const shown = await find(phone)
    const answered = await system.call('POST', '/v1/messages', { body: { chat: shown?.chat, message: 'D10' } })
    const sent = await system.call<Message>('POST', '/v1/messages', { body: { phone, message: 'D10' } })
    const kept = await system.call('POST', '/v1/contacts', { body: { phone, tags: [tag], upsert: true } })
    const isRight = [answered.status, sent.status].every((each) => each === 201) && kept.status < 300
    return isRight && shown?.phone === phone && sent.body.chat === shown.chat ? [] : [phone]
  })
  const wrong = results.flat()
  const list = await system.call<Message[]>('GET', '/v1/messages?size=200')
  const { rows, created, failed } = await imported(system, await exported(system, tag))
  return all(
    `seed ${fixture.seed}: ${phones.length} phones, ${phones.filter((phone) => describePhone(phone) === null).length} of them in no numbering plan; ${phones.length - wrong.length} shown and answered in one chat; imported again: ${rows} rows, ${created} new, ${failed} failed`,
    {
      'the callback is taken': status === 200,
      'the list is shown': list.status === 200,
      [`each is shown and answered (${wrong.slice(0, 5).join(', ')})`]: wrong.length === 0,
      'each is exported, and comes back as itself': rows === phones.length && created === 0 && failed === 0,
    },
  )
}

/** D10-twin: customers' phone numbers are validated against numbering plans, as if a caller might have mistyped them. */
export async function plannedPhonesOnly(): Promise<Outcome> {
  const refused = phonesOf(7).filter((digits) => describePhone(`+${digits}`) === null)
  return all(`a reader that asks numbering plans refuses ${refused.length} phones of D10`, {
    'the check sees them': refused.length > 0,
  })
}
