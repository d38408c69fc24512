import { lazy, Suspense, useEffect, useState } from 'react'
import { loadDeskWords } from '../words/load.ts'
import { say } from '../words/say.ts'
import { useKeys } from './bindings.ts'
import { offerActions } from './palette-state.ts'

const Drawer = lazy(async () => {
  const [{ Drawer: component }] = await Promise.all([import('../drawer/drawer.tsx'), loadDeskWords()])
  return { default: component }
})

/** The key of the drawer for developers; its code is loaded when it is first opened. */
export function DrawerKeys() {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen((was) => !was)
  useKeys({ '`': toggle })
  useEffect(() => {
    return offerActions('palette.actions', [
      { id: 'drawer', name: say('shell.drawer'), keys: '`', run: () => setOpen((was) => !was) },
    ])
  }, [])
  return <Suspense>{isOpen && <Drawer onClose={() => setOpen(false)} />}</Suspense>
}
