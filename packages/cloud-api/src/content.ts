import { type Id, type InputOf, type MountedCaller, messaging, webAddress } from '@posthorn/contracts'
import { refuse } from './fault.ts'
import { type Fields, textOf } from './fields.ts'
import { ownerOfMedia } from './ids.ts'

export type Content = Partial<InputOf<typeof messaging.messages.send>>

/** Media to send; undefined if only the provider has them. */
export type Media = { file: string } | { url: string } | undefined

/** Finds media that a message names by id or link. */
export type FindMedia = (media: Fields, path: string) => Promise<Media>

/** Creates a function that finds media: the file for an id, or the URL of a link. Downloads media that the provider can't fetch. */
export function mediaFinder({ ask }: MountedCaller): FindMedia {
  return async ({ id, link }, path) => {
    const [named, url] = [textOf(id, `${path}.id`), textOf(link, `${path}.link`)]
    if ((named === undefined) === (url === undefined))
      return refuse(named ? 131009 : 131008, `Parameter '${path}' must have either 'id' or 'link'.`)
    if (url !== undefined) {
      if (webAddress.safeParse(url).success) return { url }
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        return refuse(131009, `Parameter '${path}.link' must be an http or https URL.`)
      return { file: (await ask(messaging.files.create, { url })).id }
    }
    const owner = ownerOfMedia(named ?? '')
    if (owner === undefined) return undefined
    return { file: owner.startsWith('file_') ? owner : await receivedFile(ask, owner as Id<'msg'>) }
  }
}

/** Returns the file to which a received message's media was downloaded. */
async function receivedFile(ask: MountedCaller['ask'], id: Id<'msg'>): Promise<string> {
  const { media } = await ask(messaging.messages.get, { id })
  return media?.file ?? refuse(131009, 'These media are not available; they may still be fetched.')
}
