import { Modal, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { api } from '../api/api.ts'
import { Icon } from '../parts/icon.tsx'
import { isPassing } from '../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { say, shortMoment } from '../words/words.ts'
import { isComposed } from './bindings.ts'
import styles from './palette.module.css'
import { type Action, closePalette, type Mark, palette } from './palette-state.ts'
import {
  listOfKind,
  namesOfKinds,
  placeOfId,
  placeOfThing,
  type Thing,
  type ThingKind,
  type ThingPlace,
  withoutSecret,
} from './places.ts'

type ActionGroup = { title: string; actions: Action[] }

/** Results by kind, the kinds that couldn't be searched, and whether the search is still running. */
type Results = { groups: ActionGroup[]; unavailable: string[]; isPending: boolean }

/** A search begins once the person has not typed for this long. */
const pauseMs = 150
const charactersMin = 2
/** The API accepts no longer text. */
const charactersMax = 200
/** With many labels and colleagues, there are hundreds of actions. The person can type more to find the others. */
const actionsMax = 60

/** Searches while the person types. For an id that the search doesn't cover, offers its page. */
function useResults(text: string): Results {
  const workspace = useWorkspaceId()
  const may = useMay()
  const navigate = useNavigate()
  const typed = withoutSecret(text.trim()).slice(0, charactersMax)
  const [q] = useDebouncedValue(typed, pauseMs)
  const isSearched = q.length >= charactersMin && may('search.find')
  const { data, error, isFetching } = useQuery({
    queryKey: ['found', workspace, q],
    queryFn: ({ signal }) => api.search.find({ q }, { signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  if (typed.length < charactersMin) return { groups: [], unavailable: [], isPending: false }
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
        title: say(namesOfKinds[kind]),
        actions: [...items.map((item) => actionOfResult(kind, item, open)), ...moreOf({ kind, q, more }, open)],
      })),
    ],
    unavailable: isSearched ? (data?.unavailable ?? []).map((kind) => say(namesOfKinds[kind])) : [],
    // A search that failed for now is repeated.
    isPending: may('search.find') && (isFetching || isPassing(error) || q !== typed),
  }
}

type Open = (place: ThingPlace) => () => void

/** Creates an action with the name and the text that matched, or only that text if it is from the name or there is no name. */
function actionOfResult(kind: ThingKind, thing: Thing, open: Open): Action {
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

/** Returns an action that opens the list with all results, if there are more and their kind has a list. */
function moreOf({ kind, q, more }: { kind: ThingKind; q: string; more: boolean }, open: Open): Action[] {
  const list = more ? listOfKind(kind, q) : undefined
  return list ? [{ id: `more-${kind}`, name: say('palette.more'), run: open(list) }] : []
}

const frame = { withCloseButton: false, padding: 0, centered: false, size: 'lg', yOffset: '12vh' } as const

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The command palette: what the person can do here, and search results. Arrow keys choose, Enter runs. */
export function Palette() {
  const { offers } = palette.use()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = useResults(text)
  const groups = [...titles.flatMap((title) => offered(title, { offers, text })), ...found.groups]
  const all = groups.flatMap((group) => group.actions)
  const chosen = all[Math.min(at, all.length - 1)]
  useEffect(() => {
    if (chosen) document.getElementById(`action-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const run = (action: Action | undefined) => {
    if (action === undefined) return
    closePalette()
    action.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'Enter') run(chosen)
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(all.length - 1, at + step)))
  }
  return (
    <Modal opened onClose={closePalette} {...frame} aria-label={say('shell.find')}>
      <TextInput
        size="md"
        variant="unstyled"
        px={4}
        leftSection={<Icon name="search" />}
        {...comboboxProps()}
        aria-activedescendant={chosen ? `action-${chosen.id}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <Groups groups={groups} chosen={chosen} onChoose={(action) => setAt(all.indexOf(action))} onRun={run} />
      <SearchStatus text={text} results={found} count={all.length} />
    </Modal>
  )
}

const titles = ['palette.selected', 'palette.conversation', 'palette.actions'] as const

type Offered = { offers: ReturnType<typeof palette.get>['offers']; text: string }

/** Returns the offered actions under a title that match the text, as a group; none if there are no such actions. */
function offered(title: (typeof titles)[number], { offers, text }: Offered): ActionGroup[] {
  const actions = matching(
    offers.filter((offer) => offer.title === title).flatMap((offer) => offer.actions),
    text,
  )
  return actions.length === 0 ? [] : [{ title: say(title), actions }]
}

/** Returns the actions whose name and hint contain all words of the text, in any order, up to a limit. */
function matching(actions: readonly Action[], text: string): Action[] {
  const words = text.toLowerCase().split(' ').filter(Boolean)
  return actions
    .filter(({ name, hint }) => words.every((word) => `${name} ${hint ?? ''}`.toLowerCase().includes(word)))
    .slice(0, actionsMax)
}

type GroupsProps = {
  groups: ActionGroup[]
  chosen: Action | undefined
  onChoose: (action: Action) => void
  onRun: (action: Action) => void
}

/** The actions under their titles. The field keeps the focus, and tells screen readers which one is chosen. */
function Groups({ groups, chosen, onChoose, onRun }: GroupsProps) {
  const id = useId()
  if (groups.length === 0) return null
  return (
    <div className={styles.actions} role="listbox" id="palette-actions" aria-label={say('palette.results')}>
      {groups.map(({ title, actions }, i) => (
        // Not a fieldset: in a listbox, screen readers expect a group.
        <div key={title} role="group" aria-labelledby={`${id}${i}`}>
          <div className={styles.title} id={`${id}${i}`}>
            {title}
          </div>
          {actions.map((action) => (
            <ActionRow
              key={action.id}
              action={action}
              isChosen={action.id === chosen?.id}
              onChoose={() => onChoose(action)}
              onRun={() => onRun(action)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Announces the number of results to screen readers. Also shows a message if there are none, or if a kind couldn't be searched. */
function SearchStatus({ text, results, count }: { text: string; results: Results; count: number }) {
  const { isPending, unavailable } = results
  return (
    <div role="status">
      {unavailable.length > 0 && (
        <p className={styles.none}>{say('palette.unavailable', { kinds: unavailable.join(', ') })}</p>
      )}
      {isPending && count === 0 && <p className={styles.none}>{say('palette.searching')}</p>}
      {!isPending && count === 0 && <p className={styles.none}>{say('palette.none', { text })}</p>}
      {!isPending && count > 0 && text !== '' && <VisuallyHidden>{say('palette.count', { count })}</VisuallyHidden>}
    </div>
  )
}

/** Tells screen readers that the field controls the list of actions. A function, because its texts depend on the language. */
const comboboxProps = () => ({
  placeholder: say('palette.placeholder'),
  'aria-label': say('palette.placeholder'),
  role: 'combobox',
  'aria-expanded': true,
  'aria-autocomplete': 'list' as const,
  'aria-controls': 'palette-actions',
})

type RowProps = { action: Action; isChosen: boolean; onChoose: () => void; onRun: () => void }

/**
 * An action. It is no tab stop, because the focus stays in the field. A mouse chooses it only by moving: the list also scrolls under a mouse
 * at rest.
 */
function ActionRow({ action, isChosen, onChoose, onRun }: RowProps) {
  const { id, name, marks = [], part, hint, keys, lang } = action
  return (
    <UnstyledButton
      id={`action-${id}`}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.action}
      onMouseMove={onChoose}
      onClick={onRun}
    >
      <span className={styles.name} lang={lang}>
        <Marked text={name} marks={marks} />
      </span>
      {part && (
        <span className={styles.part}>
          <Marked {...part} />
        </span>
      )}
      {hint && <span className={styles.hint}>{hint}</span>}
      {keys && <kbd className={styles.keys}>{keys}</kbd>}
    </UnstyledButton>
  )
}

/** A text with its matched parts highlighted. */
function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const pieces = marks.map(({ from, to }, i) => (
    <span key={from}>
      {text.slice(marks[i - 1]?.to ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ))
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}
