import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the menu of a low window to the page that is open. */
export function useShownPlace(): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null)
  // Without what is open on the page, so that opening a chat doesn't render the menu.
  const place = useLocation({ select: ({ pathname }) => pathname.split('/').slice(0, 4).join('/') })
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return menu
}
