import type { Verb } from '@posthorn/chassis'
import { captionCharactersMax, fail, fileMimes, groupPeopleMax, mediaKindOf, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { carriages } from '../content/capabilities.ts'
import { bytesMaxOf } from '../files/media-type.ts'
import { findNumber } from '../queues/find-number.ts'

type CapabilitiesView = Awaited<ReturnType<typeof get>>

/** Returns what a number can send, as its provider declares it. */
export const get: Verb<typeof messaging.capabilities.get, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, provider: name } = await findNumber(ctx, input.id)
  const { capabilities } = ctx.runtime.deps.provider(name) ?? fail('provider:unavailable')
  const { textCharactersMax, buttons, listRowsMax, customerWindowHours, readReceipts, typing, edits, deletions } =
    capabilities
  return {
    number: id as CapabilitiesView['number'],
    provider: name as CapabilitiesView['provider'],
    messages: carriages(capabilities) as CapabilitiesView['messages'],
    media: media(),
    textCharactersMax,
    captionCharactersMax,
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

/** The types and sizes that files are taken with. */
function media(): CapabilitiesView['media'] {
  const known = fileMimes.filter((mime) => mime !== 'application/octet-stream')
  const kinds = Map.groupBy(known, (mime) => mediaKindOf({ mime }) ?? 'document')
  const ofKinds = [...kinds].map(([kind, mimes]) => ({
    kind,
    mimes: [...mimes],
    bytesMax: bytesMaxOf[kind as keyof typeof bytesMaxOf],
    caption: kind === 'image' || kind === 'video' || kind === 'document',
  }))
  return [...ofKinds, { kind: 'voice', mimes: ['audio/ogg'], bytesMax: bytesMaxOf.audio, caption: false }]
}
