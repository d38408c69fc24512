import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { useMay, useWorkspaceId } from '../session/me.ts'
import { shortMoment } from '../words/moments.ts'
import { say } from '../words/say.ts'
import type { Action } from './palette-state.ts'
import {
  listOfKind,
  placeOfId,
  placeOfThing,
  type Thing,
  type ThingKind,
  type ThingPlace,
  withoutSecret,
} from './places.ts'

export type ActionGroup = { title: string; actions: Action[] }

/** Results by kind, the kinds that couldn't be searched, and whether the search is still running. */
export type Results = { groups: ActionGroup[]; unavailable: string[]; isPending: boolean }

const pauseMs = 150
const shortest = 2
const longest = 200

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
      void navigate({ to: `/${workspace}/${to}` as '/', search: search })
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

/** Creates an action with the name and the text that matched, or only the name if the name itself matched. */
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
