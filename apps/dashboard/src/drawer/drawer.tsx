import { SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isTyping } from '../keys/bindings.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { useMay } from '../session/me.ts'
import { say } from '../words/say.ts'
import styles from './drawer.module.css'
import { DrawerEvents } from './events.tsx'
import { DrawerRequests } from './requests.tsx'

type Part = 'events' | 'requests'

/** Drawer with the events and requests of the screen above. Takes the focus, and returns it when closed. Escape closes it. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const maySeeEvents = useMay()('events.list')
  const [chosen, setPart] = useState<Part>('events')
  const part = maySeeEvents ? chosen : 'requests'
  const box = useClosing(onClose)
  const parts = (maySeeEvents ? (['events', 'requests'] as const) : (['requests'] as const)).map((value) => ({
    value,
    label: say(`drawer.${value}`),
  }))
  return (
    <section ref={box} className={styles.drawer} aria-label={say('shell.drawer')} tabIndex={-1}>
      <header className={styles.head}>
        <h2>{say('shell.drawer')}</h2>
        <SegmentedControl
          size="xs"
          data={parts}
          value={part}
          onChange={(value) => setPart(value as Part)}
          aria-label={say('drawer.show')}
        />
        <IconButton icon="close" label={say('drawer.close')} color="gray" ml="auto" onClick={onClose} />
      </header>
      {part === 'events' ? <DrawerEvents /> : <DrawerRequests />}
    </section>
  )
}

/** Moves the focus into the drawer, and returns it at the end. Escape closes the drawer, except in fields and dialogs. */
function useClosing(onClose: () => void) {
  const box = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTyping(event)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return box
}
