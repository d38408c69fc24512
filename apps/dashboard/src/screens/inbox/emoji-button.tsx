import { ActionIcon, type ActionIconProps, Popover, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { lazyWithDeskWords, Part } from '../../parts/part.tsx'

const EmojiPanel = lazyWithDeskWords(() => import('./emoji-panel.tsx').then(({ EmojiPanel }) => EmojiPanel))

type Props = { label: string; onChoose: (emoji: string) => void; isReaction?: boolean } & Pick<ActionIconProps, 'size'>

/** Opens the emoji; the one that is chosen closes them. */
export function EmojiButton({ label, onChoose, isReaction = false, size = 'lg' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const choose = (emoji: string) => {
    setOpen(false)
    onChoose(emoji)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" trapFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon variant="subtle" size={size} aria-label={label} onClick={() => setOpen(!isOpen)}>
            <Icon name="smile" />
          </ActionIcon>
        </Tooltip>
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
