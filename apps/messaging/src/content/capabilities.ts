import { Fault, messageTypes } from '@posthorn/contracts'
import type { Capabilities } from '@posthorn/provider'
import type { ChatRow } from '../entities/chat.ts'
import type { SendInput } from './accept.ts'

/** Type of a message as it is stored, and the kind of its recipient. */
type Carried = { type: string; to: ChatRow['type'] }

/** Way in which a kind of message is carried; `instead` names what can be sent in place of one that cannot. */
export type Carriage = { as: 'native' | 'rendered' } | { as: 'unsupported'; instead: string }

/** Kinds that groups do not take, and what to send in their place. */
const insteadInGroups: Partial<Record<string, string>> = {
  buttons: 'Groups take no buttons: send a poll, which is numbered text there, or a text.',
  list: 'Groups take no lists: send a poll, which is numbered text there, or a text.',
  location_request: 'Groups cannot be asked for a place by a button: ask in a text.',
  location: 'Groups take no places: send the address, or a link to a map, as text.',
  contacts: 'Groups take no contact cards: send name and phone as text.',
  sticker: 'Groups take no stickers: send it as an image.',
  reaction: 'Groups take no reactions: send a text that quotes the message.',
}

const unsupported = (instead: string): Carriage => ({ as: 'unsupported', instead })

/** Returns how the provider of a number carries a kind of message to a person, a group or a channel. */
export function carriageOf(capabilities: Capabilities, { type, to }: Carried): Carriage {
  const { messageTypes: direct, groupMessageTypes: inGroups, polls } = capabilities
  const takes = (types: readonly string[], each: string) => types.includes(each)
  if (to === 'channel' && type === 'reaction') return unsupported('A channel takes no reactions: post a text.')
  if (type === 'poll') {
    if (polls) return { as: 'native' }
    const asText = to === 'group'
    return takes(asText ? inGroups : direct, asText ? 'text' : 'buttons')
      ? { as: 'rendered' }
      : unsupported('The provider has neither polls nor buttons: send the question as text.')
  }
  if (to === 'group')
    return takes(inGroups, type)
      ? { as: 'native' }
      : unsupported(insteadInGroups[type] ?? 'Groups of this number do not take this kind of message: send it as text.')
  return takes(direct, type)
    ? { as: 'native' }
    : unsupported('The provider of this number does not take this kind of message: send it as text.')
}

/** Every kind of message with how it travels to persons, groups and channels. */
export function carriages(capabilities: Capabilities) {
  return messageTypes.map((type) => {
    const to = {
      direct: carriageOf(capabilities, { type, to: 'direct' }),
      group: carriageOf(capabilities, { type, to: 'group' }),
      channel: carriageOf(capabilities, { type, to: 'channel' }),
    }
    const refused = Object.entries(to).flatMap(([name, each]) =>
      each.as === 'unsupported' ? [[name, each.instead] as const] : [],
    )
    const instead = refused.length > 0 ? { instead: Object.fromEntries(refused) } : {}
    return { type, direct: to.direct.as, group: to.group.as, channel: to.channel.as, ...instead }
  })
}

/** Refuses what the provider of the number cannot carry in any form, and names what it can. */
export function checkCapabilities(
  { buttons = [], quote }: Partial<Pick<SendInput, 'buttons' | 'quote'>>,
  capabilities: Capabilities | undefined,
  carried: Carried,
): void {
  if (carried.to === 'channel' && quote) refuse('A post cannot quote a message: name in its text what it is about.')
  if (!capabilities) return
  const carriage = carriageOf(capabilities, carried)
  if (carriage.as === 'unsupported') refuse(carriage.instead)
  const { phonesMax, linksMax } = capabilities.buttons
  const links = buttons.filter(({ url }) => url !== undefined)
  if (buttons.filter(({ phone }) => phone !== undefined).length > phonesMax)
    refuse(
      'The provider has no buttons that call a phone: send the phone in contacts, or a template that has such a button.',
    )
  if (links.length > linksMax || (links.length > 0 && links.length < buttons.length))
    refuse(
      'The provider takes either one link button or up to 3 quick replies: send the others as messages of their own.',
    )
}

function refuse(message: string): never {
  throw new Fault('capability:unsupported', { message })
}
