import { ActionIcon, type ActionIconProps } from '@mantine/core'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Bell from 'lucide-react/icons/bell'
import ChartColumn from 'lucide-react/icons/chart-column'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Clock from 'lucide-react/icons/clock'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileIcon from 'lucide-react/icons/file'
import ImageIcon from 'lucide-react/icons/image'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import ListFilter from 'lucide-react/icons/list-filter'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import MapPin from 'lucide-react/icons/map-pin'
import Megaphone from 'lucide-react/icons/megaphone'
import Menu from 'lucide-react/icons/menu'
import Mic from 'lucide-react/icons/mic'
import Moon from 'lucide-react/icons/moon'
import Paperclip from 'lucide-react/icons/paperclip'
import Pause from 'lucide-react/icons/pause'
import Pin from 'lucide-react/icons/pin'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import Reply from 'lucide-react/icons/reply'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Route from 'lucide-react/icons/route'
import Search from 'lucide-react/icons/search'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import Smartphone from 'lucide-react/icons/smartphone'
import Smile from 'lucide-react/icons/smile'
import StickyNote from 'lucide-react/icons/sticky-note'
import Sun from 'lucide-react/icons/sun'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import UsersRound from 'lucide-react/icons/users-round'
import VolumeX from 'lucide-react/icons/volume-x'
import Webhook from 'lucide-react/icons/webhook'
import Workflow from 'lucide-react/icons/workflow'
import X from 'lucide-react/icons/x'
import Zap from 'lucide-react/icons/zap'
import type { ComponentProps, ComponentType, CSSProperties } from 'react'

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
/** Returns the icons as they are. Checks that each is a component, and keeps their names as a type. */
const named = <K extends string>(shapes: Record<K, Shape>) => shapes

const icons = named({
  inbox: Inbox,
  bell: Bell,
  people: Users,
  broadcast: Megaphone,
  groups: UsersRound,
  template: LayoutTemplate,
  phone: Smartphone,
  report: ChartColumn,
  code: Code,
  key: KeyRound,
  webhook: Webhook,
  bolt: Zap,
  settings: Settings,
  search: Search,
  plus: Plus,
  close: X,
  check: Check,
  checks: CheckCheck,
  clock: Clock,
  warning: TriangleAlert,
  note: StickyNote,
  send: Send,
  microphone: Mic,
  paperclip: Paperclip,
  reply: Reply,
  more: Ellipsis,
  back: ArrowLeft,
  right: ChevronRight,
  down: ChevronDown,
  up: ChevronUp,
  copy: Copy,
  pause: Pause,
  play: Play,
  retry: RotateCcw,
  trash: Trash2,
  flow: Workflow,
  tag: Tag,
  person: User,
  pin: Pin,
  mute: VolumeX,
  file: FileIcon,
  image: ImageIcon,
  place: MapPin,
  sun: Sun,
  moon: Moon,
  out: LogOut,
  snooze: AlarmClock,
  menu: Menu,
  info: Info,
  trace: Route,
  lock: Lock,
  shield: Shield,
  smile: Smile,
  lines: ListFilter,
})

export type IconName = keyof typeof icons

/** A decorative Lucide icon, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Shape = icons[name]
  return <Shape size={size} strokeWidth={1.8} aria-hidden style={{ flex: 'none' }} />
}
