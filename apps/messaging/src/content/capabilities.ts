import type { Verb } from '@posthorn/chassis'
import {
  Fault,
  fail,
  fileMimes,
  groupPeopleMax,
  mediaKindOf,
  mediaRules,
  messageTypes,
  type messaging,
  providerBounds,
  voiceMimes,
} from '@posthorn/contracts'
import type { Capabilities } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import { findNumber } from '../queues/queues.ts'
import type { SendInput } from './accept.ts'

/** A type of message, and the type of chat that it is sent to. */
type Carried = { type: string; to: ChatRow['type'] }

/** How a kind of message is delivered. If it is unsupported, `instead` suggests what to send. */
type Carriage = { as: 'native' | 'rendered' } | { as: 'unsupported'; instead: string }

const insteadInGroups: Partial<Record<string, string>> = {
  buttons: 'Groups do not support buttons: send a poll, which is sent as numbered text, or a text.',
  list: 'Groups do not support lists: send a poll, which is sent as numbered text, or a text.',
  product: 'Groups do not support products: send an image and a link as text.',
  products: 'Groups do not support products: send a link to your shop as text.',
  catalog: 'Groups do not support catalogs: send a link to your shop as text.',
  location_request: 'Groups do not support location requests: ask in a text.',
  location: 'Groups do not support locations: send the address, or a link to a map, as text.',
  contacts: 'Groups do not support contact cards: send name and phone as text.',
  sticker: 'Groups do not support stickers: send an image.',
  reaction: 'Groups do not support reactions: send a text that quotes the message.',
}

const unsupported = (instead: string): Carriage => ({ as: 'unsupported', instead })

/** Returns how a number's provider delivers a kind of message to a person, group or channel. */
function carriageOf(capabilities: Capabilities, { type, to }: Carried): Carriage {
  const { messageTypes: direct, groupMessageTypes: inGroups, polls } = capabilities
  const takes = (types: readonly string[], each: string) => types.includes(each)
  if (to === 'channel' && type === 'reaction') return unsupported('Channels do not support reactions: post a text.')
  if (type === 'poll') {
    if (polls) return { as: 'native' }
    const asText = to === 'group'
    return takes(asText ? inGroups : direct, asText ? 'text' : 'buttons')
      ? { as: 'rendered' }
      : unsupported('The provider supports neither polls nor buttons: send the question as text.')
  }
  if (to === 'group')
    return takes(inGroups, type)
      ? { as: 'native' }
      : unsupported(insteadInGroups[type] ?? 'Groups of this number do not support this type of message: send a text.')
  return takes(direct, type)
    ? { as: 'native' }
    : unsupported('The provider of this number does not support this type of message: send a text.')
}

/** Lists for each type of message how it is delivered to people, groups and channels, and what to send where it isn't supported. */
const carriages = (capabilities: Capabilities) =>
  messageTypes.map((type) => {
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

/**
 * Refuses quotes in posts, and what the number's provider can't deliver in any form, and suggests what to send. Without a provider, sending
 * decides later.
 */
export function checkCapabilities(
  { buttons = [], quote }: Partial<Pick<SendInput, 'buttons' | 'quote'>>,
  capabilities: Capabilities | undefined,
  carried: Carried,
): void {
  if (carried.to === 'channel' && quote) refuse('A post cannot quote a message: refer to it in the text.')
  if (!capabilities) return
  const carriage = carriageOf(capabilities, carried)
  if (carriage.as === 'unsupported') refuse(carriage.instead)
  const { phonesMax, linksMax } = capabilities.buttons
  const links = buttons.filter(({ url }) => url !== undefined)
  if (buttons.filter(({ phone }) => phone !== undefined).length > phonesMax)
    refuse(
      'The provider does not support buttons that call a phone: send the phone in contacts, or a template with such a button.',
    )
  if (links.length > linksMax || (links.length > 0 && links.length < buttons.length))
    refuse(
      'The provider supports either one link button or up to 3 quick replies: send the others in separate messages.',
    )
}

function refuse(message: string): never {
  throw new Fault('capability:unsupported', { message })
}

type CapabilitiesView = Awaited<ReturnType<typeof get>>

/** Shows what a number can send, so that callers offer nothing that would be refused. */
export const get: Verb<typeof messaging.capabilities.get, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, provider: name } = await findNumber(ctx, input.id)
  const { capabilities } = ctx.runtime.deps.provider(name) ?? fail('provider:unavailable')
  const { textCharactersMax, buttons, listRowsMax, customerWindowHours, readReceipts, typing, edits, deletions } =
    capabilities
  return {
    number: id as CapabilitiesView['number'],
    provider: name as CapabilitiesView['provider'],
    messages: carriages(capabilities) as CapabilitiesView['messages'],
    media: sendableMedia(),
    textCharactersMax,
    captionCharactersMax: providerBounds.caption.max,
    buttons,
    listRowsMax,
    customerWindowHours,
    readReceipts,
    typing,
    edits,
    deletions,
    groups: { peopleMax: groupPeopleMax, adding: 'invitation' as const },
    channels: capabilities.channels ? ('native' as const) : ('rendered' as const),
  }
}

/** Lists the kinds of media, with types and limits, without `application/octet-stream`: received files of an unrecognized type. */
function sendableMedia(): CapabilitiesView['media'] {
  const known = fileMimes.filter((mime) => mime !== 'application/octet-stream')
  const kinds = Map.groupBy(known, (mime) => mediaKindOf({ mime }) ?? 'document')
  const ofKinds = [...kinds].map(([kind, mimes]) => ({
    kind,
    mimes: [...mimes],
    bytesMax: mediaRules[kind as keyof typeof mediaRules].bytesMax,
    caption: kind === 'image' || kind === 'video' || kind === 'document',
  }))
  return [...ofKinds, { kind: 'voice', mimes: [...voiceMimes], bytesMax: mediaRules.audio.bytesMax, caption: false }]
}
