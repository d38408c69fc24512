import { useDebouncedValue } from '@mantine/hooks'
import type { SearchGroup } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { ownValue } from '../parts/own-value.ts'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { shortMoment } from '../words/moments.ts'
import { say } from '../words/say.ts'
import type { Action } from './palette-state.ts'

export type ActionGroup = { title: string; actions: Action[] }

/** Results by kind, kinds that could not be searched, and whether the search is still running. */
export type Results = { groups: ActionGroup[]; unavailable: string[]; isPending: boolean }

const pauseMs = 150
const shortest = 2
const longest = 200

/** Returns actions that open the current results. */
export function useResults(text: string): Results {
  const workspace = useWorkspaceId()
  const may = useMay()
  const navigate = useNavigate()
  const typed = withoutSecret(text.trim()).slice(0, longest)
  const [q] = useDebouncedValue(typed, pauseMs)
  const isSearched = q.length >= shortest && may('search.find')
  const { data, isFetching } = useQuery({
    queryKey: ['found', workspace, q],
    queryFn: ({ signal }) => api.search.find({ q }, { signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  if (typed.length < shortest) return { groups: [], unavailable: [], isPending: false }
  const open =
    ({ to, search = {} }: ThingPlace) =>
    () =>
      void navigate({ to: `/${workspace}/${to}` as '/', search: search as never })
  const page = placeOfId(typed)
  const direct = page ? [{ id: typed, name: say('palette.open', { id: typed }), run: open(page) }] : []
  const groups = (isSearched && data?.groups) || []
  return {
    groups: [
      ...(direct.length > 0 ? [{ title: say('palette.byId'), actions: direct }] : []),
      ...groups.map(({ kind, items, more }) => ({
        title: say(`found.${kind}`),
        actions: [...items.map((item) => actionOf(kind, item, open)), ...moreOf({ kind, q, more }, open)],
      })),
    ],
    unavailable: isSearched ? (data?.unavailable ?? []).map((kind) => say(`found.${kind}`)) : [],
    isPending: may('search.find') && (isFetching || q !== typed),
  }
}

type Open = (place: ThingPlace) => () => void

/** The name and the matched text; only the name if that matched. */
function actionOf(kind: ThingKind, thing: Thing, open: Open): Action {
  const { id, name, field, text, marks, at } = thing
  const isName = field === 'name' || name === null || name === text
  return {
    id: `${kind}-${id}-${thing.number ?? ''}`,
    name: isName ? text : name,
    ...(isName ? { marks } : { part: { text, marks } }),
    ...(at && (kind === 'chat' || kind === 'message') ? { hint: shortMoment(at) } : {}),
    run: open(placeOfThing(kind, thing)),
  }
}

function moreOf({ kind, q, more }: { kind: ThingKind; q: string; more: boolean }, open: Open): Action[] {
  const list = more ? listOfKind(kind, q) : undefined
  return list ? [{ id: `more-${kind}`, name: say('palette.more'), run: open(list) }] : []
}

type ThingKind = SearchGroup['kind']
/** A search result. */
type Thing = SearchGroup['items'][number]

/** A URL in the workspace. */
type ThingPlace = { to: string; search?: Record<string, string> }

const placesByKind: Record<ThingKind, (thing: Thing) => ThingPlace> = {
  chat: ({ id }) => ({ to: `inbox/all/${id}` }),
  contact: ({ id }) => ({ to: `contacts/${id}` }),
  message: ({ id, chat }) => ({ to: `inbox/all/${chat ?? ''}`, search: { m: id } }),
  template: ({ id, number }) => ({ to: 'templates', search: { q: id, ...(number ? { number } : {}) } }),
  number: ({ id }) => ({ to: `numbers/${id}` }),
  webhook: ({ id }) => ({ to: `developer/webhooks/${id}` }),
  key: ({ id }) => ({ to: `developer/keys/${id}` }),
}

/** Returns the page of a search result. */
export const placeOfThing = (kind: ThingKind, thing: Thing): ThingPlace => placesByKind[kind](thing)

const lists: Partial<Record<ThingKind, string>> = { chat: 'inbox/all', message: 'inbox/all', contact: 'contacts' }

/** Returns the list that shows all results of a kind, if there is one. */
export function listOfKind(kind: ThingKind, q: string): ThingPlace | undefined {
  const to = lists[kind]
  return to === undefined ? undefined : { to, search: { q } }
}

const pagesOfIds: Readonly<Record<string, string>> = {
  evt: 'developer/events',
  dlv: 'developer/deliveries',
  grp: 'groups',
  chn: 'broadcasts',
  seg: 'segments',
  imp: 'imports',
}

/** Returns the page of an id that the search doesn't find, such as an event. */
export function placeOfId(q: string): ThingPlace | undefined {
  const [, prefix = ''] = /^([a-z]+)_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/.exec(q) ?? []
  const page = ownValue(pagesOfIds, prefix)
  return page === undefined ? undefined : { to: `${page}/${q}` }
}

/** Removes the secret of an API key from a text; only the beginning of a key is public. */
export const withoutSecret = (text: string): string => text.replace(/^(ph_(?:live|test)_[0-9A-Za-z]{12})_.*$/s, '$1')
