import { type ActionIconProps, Popover } from '@mantine/core'
import { useState } from 'react'
import { IconButton } from '../../parts/icon.tsx'
import { lazyWithDeskWords, Part } from '../../parts/problem.tsx'

const EmojiPanel = lazyWithDeskWords(() => import('./emoji-panel.tsx').then(({ EmojiPanel }) => EmojiPanel))

type Props = { label: string; onChoose: (emoji: string) => void; isReaction?: boolean } & Pick<ActionIconProps, 'size'>

/** Opens the emoji picker; choosing an emoji closes it. */
export function EmojiButton({ label, onChoose, isReaction = false, size = 'lg' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const choose = (emoji: string) => {
    setOpen(false)
    onChoose(emoji)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" trapFocus>
      <Popover.Target>
        <IconButton icon="smile" label={label} size={size} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={0} bd="none" bg="transparent">
        {isOpen && (
          <Part>
            <EmojiPanel onChoose={choose} isReaction={isReaction} />
          </Part>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
