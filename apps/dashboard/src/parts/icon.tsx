const shapes = {
  inbox:
    'M22 12h-6l-2 3h-4l-2-3H2M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z',
  bell: 'M18 8a6 6 0 0 0-12 0c0 7-3 9-3 9h18s-3-2-3-9M13.7 21a2 2 0 0 1-3.4 0',
  people:
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75',
  broadcast: 'm3 11 18-5v12L3 14v-3zM11.6 16.8a3 3 0 1 1-5.8-1.6',
  groups: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21v-1a6 6 0 0 1 12 0v1M18 8a3 3 0 0 1 0 6M20 21v-1a5 5 0 0 0-2-4',
  template: 'M4 4h16v5H4zM4 13h7v7H4zM15 13h5v7h-5z',
  phone: 'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11 18h2',
  report: 'M4 20V10M10 20V4M16 20v-8M22 20H2',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  key: 'M15.5 7.5 19 4M21 2l-9.6 9.6M11 15.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM15.5 7.5l3 3L22 7l-3-3',
  webhook: 'M12 8a4 4 0 1 1 4-4M12 8l-4.5 8M18 14a4 4 0 1 1-3.5 6H8M6 14a4 4 0 1 0 3.5 6M15.5 5l4 9',
  bolt: 'M13 2 4 14h7l-1 8 9-12h-7z',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM19.4 15a1.7 1.7 0 0 0 .3 1.9l.1.1a2 2 0 1 1-2.9 2.9l-.1-.1a1.7 1.7 0 0 0-2.8 1.2V21a2 2 0 1 1-4 0v-.1A1.7 1.7 0 0 0 7.1 19.700l-.1.1a2 2 0 1 1-2.9-2.9l.1-.1A1.7 1.7 0 0 0 3 14H3a2 2 0 1 1 0-4h.1a1.7 1.7 0 0 0 1.2-2.900l-.1-.1a2 2 0 1 1 2.9-2.900l.1.1A1.7 1.7 0 0 0 10 3.100V3a2 2 0 1 1 4 0v.1a1.7 1.7 0 0 0 2.9 1.200l.1-.1a2 2 0 1 1 2.9 2.900l-.1.1a1.7 1.7 0 0 0 1.1 2.800h.1a2 2 0 1 1 0 4h-.1a1.7 1.7 0 0 0-1.5 1z',
  search: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM21 21l-4.3-4.3',
  plus: 'M12 5v14M5 12h14',
  close: 'M18 6 6 18M6 6l12 12',
  check: 'M20 6 9 17l-5-5',
  checks: 'M18 6 7 17l-4-4M22 10l-7.5 7.500L13 16',
  clock: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM12 6v6l4 2',
  warning: 'M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.900a2 2 0 0 0-3.4 0zM12 9v4M12 17h.01',
  note: 'M15 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V9zM15 3v6h6',
  send: 'm22 2-7 20-4-9-9-4zM22 2 11 13',
  paperclip:
    'm21.4 11.1-9.2 9.200a6 6 0 0 1-8.5-8.500l9.2-9.200a4 4 0 0 1 5.7 5.700l-9.2 9.200a2 2 0 0 1-2.8-2.800l8.5-8.5',
  reply: 'M9 17 4 12l5-5M20 18v-2a4 4 0 0 0-4-4H4',
  more: 'M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM19 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM5 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
  back: 'M19 12H5M12 19l-7-7 7-7',
  right: 'm9 18 6-6-6-6',
  down: 'm6 9 6 6 6-6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  pause: 'M8 5v14M16 5v14',
  play: 'm6 4 14 8-14 8z',
  retry: 'M3 12a9 9 0 1 0 3-6.700L3 8M3 3v5h5',
  trash: 'M3 6h18M8 6V4h8v2M19 6l-1 14H6L5 6M10 11v5M14 11v5',
  tag: 'M20.6 13.4 13.4 20.600a2 2 0 0 1-2.8 0L2 12V2h10l8.6 8.600a2 2 0 0 1 0 2.800zM7 7h.01',
  person: 'M20 21v-2a4 4 0 0 0-4-4H8a4 4 0 0 0-4 4v2M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  pin: 'M12 17v5M5 17h14l-2-5V5h1V2H6v3h1v7z',
  mute: 'M11 5 6 9H2v6h4l5 4zM22 9l-6 6M16 9l6 6',
  file: 'M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6',
  image: 'M3 3h18v18H3zM8.5 10a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM21 15l-5-5L5 21',
  place: 'M20 10c0 6-8 12-8 12s-8-6-8-12a8 8 0 0 1 16 0zM12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  sun: 'M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM12 1v2M12 21v2M4.2 4.200l1.4 1.400M18.4 18.400l1.4 1.400M1 12h2M21 12h2M4.2 19.800l1.4-1.400M18.4 5.600l1.4-1.4',
  moon: 'M21 12.800A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.800z',
  out: 'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4M16 17l5-5-5-5M21 12H9',
  snooze: 'M4 5h7l-7 8h7M14 12h6l-6 7h6',
  menu: 'M3 6h18M3 12h18M3 18h18',
  info: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM12 16v-5M12 8h.01',
  trace: 'M4 4v16h16M8 8h5M10 12h6M13 16h6',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
  shield: 'M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10z',
  smile: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM8 14s1.5 2 4 2 4-2 4-2M9 9h.01M15 9h.01',
  lines: 'M4 6h16M4 12h16M4 18h10',
} as const

/** Name of a sign. */
export type IconName = keyof typeof shapes

/** A sign beside a text; it is no text itself, so readers of the screen skip it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={shapes[name]} />
    </svg>
  )
}
