import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useKeys } from '../keys/bindings.ts'
import { Icon } from './icon.tsx'

/** A button, also bound to `n`, that opens the page to create something. */
export function NewButton({ to, name }: { to: string; name: string }) {
  const { ws = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const open = () => void navigate({ href: `/${ws}/${to}` })
  useKeys({ n: open })
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {name}
    </Button>
  )
}
