import type { Verb } from '@posthorn/chassis'
import {
  fail,
  fileMimes,
  groupPeopleMax,
  mediaKindOf,
  mediaRules,
  type messaging,
  providerBounds,
  voiceMimes,
} from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { carriages } from '../content/capabilities.ts'
import { findNumber } from '../queues/queues.ts'

type CapabilitiesView = Awaited<ReturnType<typeof get>>

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

/** Accepted types and sizes of media. */
function media(): CapabilitiesView['media'] {
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
