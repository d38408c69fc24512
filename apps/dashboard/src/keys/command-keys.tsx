import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { lazyWithDeskWords } from '../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { groups } from '../shell/navigation.ts'
import { say } from '../words/words.ts'
import { isBehindDialog, isTyping, useKeyboard } from './bindings.ts'
import { offerActions, openPalette, palette } from './palette-state.ts'

const Palette = lazyWithDeskWords(() => import('./palette.tsx').then(({ Palette }) => Palette))

/**
 * Keys on every screen, unless a dialog covers it: Ctrl-K or `?` opens the palette, `g` and a letter go to a page, and others do what the
 * screen bound to them. Also offers the pages and a new conversation in the palette, and shows it.
 */
export function CommandKeys() {
  useKeyboard()
  const { isOpen } = palette.use()
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const may = useMay()
  const places = groups.flatMap((group) => group.places).filter(({ needs }) => may(needs))
  useEffect(() => {
    const go = (to: string) => void navigate({ href: `/${workspace}/${to}` })
    let isGoing = false
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!isBehindDialog()) openPalette()
        return
      }
      if (isBehindDialog() || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      const place = isGoing ? places.find(({ key }) => key === event.key) : undefined
      isGoing = event.key === 'g' && !isGoing
      if (isGoing || place || event.key === '?') event.preventDefault()
      if (place) go(place.to)
      else if (event.key === '?') openPalette()
    }
    // Before the keys of the page, which may bind the second letter.
    document.addEventListener('keydown', onKey, true)
    const withdraw = offerActions('palette.actions', [
      ...places.map(({ to, name, key }) => ({
        id: to,
        name: say('palette.goTo', { place: say(name) }),
        keys: `g ${key}`,
        run: () => go(to),
      })),
      ...(may('messages.send')
        ? [{ id: 'new-conversation', name: say('chat.new'), run: () => go('new-conversation') }]
        : []),
    ])
    return () => {
      document.removeEventListener('keydown', onKey, true)
      withdraw()
    }
    // The places depend on the workspace and the caller's permissions.
  }, [workspace, places.length, navigate])
  return <Suspense>{isOpen && <Palette />}</Suspense>
}
