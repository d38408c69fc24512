import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeys } from '../keys/bindings.ts'
import { Icon } from './icon.tsx'
import { FormDrawer, useSearchText } from './resource.tsx'

type Props = {
  name: string
  /** Value of `open` in the URL while the form is shown. */
  open: string
  /** Set for the page's main action, which `n` opens. */
  isMain?: boolean
  form: (onDone: () => void) => ReactNode
}

/** A button that opens a form in the drawer, for pages with more than one list. The URL contains the open form. */
export function FormButton({ name, open: place, isMain = false, form }: Props) {
  const [open, setOpen] = useSearchText('open')
  const onOpen = () => setOpen(place)
  const onClose = () => setOpen(undefined)
  useKeys(isMain ? { n: onOpen } : {})
  return (
    <>
      <Button
        {...(isMain ? {} : { variant: 'default', size: 'xs' })}
        leftSection={<Icon name="plus" size={isMain ? 16 : 14} />}
        onClick={onOpen}
      >
        {name}
      </Button>
      {open === place && (
        <FormDrawer title={name} onClose={onClose}>
          {form(onClose)}
        </FormDrawer>
      )}
    </>
  )
}
