import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps, ComponentType, CSSProperties } from 'react'
import * as icons from './icons.ts'

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

type Shape = ComponentType<{ size: number; strokeWidth: number; style: CSSProperties; 'aria-hidden': true }>

export type IconName = keyof typeof icons

const shapes: Readonly<Record<IconName, Shape>> = icons

/** A decorative Lucide icon, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Shape = shapes[name]
  return <Shape size={size} strokeWidth={1.8} aria-hidden style={{ flex: 'none' }} />
}
