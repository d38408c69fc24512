import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Props = { icon: IconName; label: string; iconSize?: number } & Omit<ActionIconProps, 'children'> &
  Pick<ComponentProps<'button'>, 'ref' | 'type' | 'autoFocus' | 'aria-pressed' | 'onClick'>

/** A button that shows only an icon. The label is its tooltip, and its name for screen readers. */
export function IconButton({ icon, label, iconSize, variant = 'subtle', ...props }: Props) {
  return (
    <ActionIcon {...props} variant={variant} aria-label={label} title={label}>
      <Icon name={icon} {...(iconSize === undefined ? {} : { size: iconSize })} />
    </ActionIcon>
  )
}
